//! Which language a file is in: by what it says itself, by its name, by its extension (with a look at the
//! content where several languages share one), and by the program that runs it; in this order.

mod ambiguous;
mod stated;
mod table;
#[cfg(test)]
mod tests;

use table::TABLE;

/// So many bytes at either end are looked at, however long the file and its lines are.
const WINDOW: usize = 8 * 1024;

/// Endings that say that a file is a draft or a copy of what the rest of its name says.
const WRAPPERS: &[&str] =
    &["in", "tmpl", "template", "example", "sample", "dist", "default", "orig", "bak"];

/// The id of a file's language, as highlighters know it. Nothing for plain text and for what is not known.
pub fn language_of(path: &str, text: &str) -> Option<&'static str> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let head = &text[..text.floor_char_boundary(WINDOW)];
    let tail = &text[text.ceil_char_boundary(text.len().saturating_sub(WINDOW))..];
    stated::by_modeline(head, tail)
        .or_else(|| by_name(name, head))
        .or_else(|| by_name(unwrapped(name)?, head))
        .or_else(|| stated::by_shebang(head))
}

/// The id of a language, where it is one.
pub fn language_named(id: &str) -> Option<&'static str> {
    TABLE.by_mode(id).filter(|known| *known == id)
}

fn by_name(name: &str, head: &str) -> Option<&'static str> {
    TABLE.by_name(name).or_else(|| extensions(name).find_map(|ext| by_extension(&ext, head)))
}

/// The last two extensions together, then the last one; lower case.
fn extensions(name: &str) -> impl Iterator<Item = String> {
    let mut dots: Vec<usize> = name.rmatch_indices('.').take(2).map(|(at, _)| at).collect();
    dots.reverse();
    dots.into_iter().map(|dot| name[dot + 1..].to_ascii_lowercase())
}

fn by_extension(extension: &str, head: &str) -> Option<&'static str> {
    match TABLE.by_extension(extension) {
        Some(common) => ambiguous::decide(extension, common, head),
        None => ambiguous::open(extension, head),
    }
}

fn unwrapped(name: &str) -> Option<&str> {
    let (inside, wrapper) = name.rsplit_once('.')?;
    WRAPPERS.contains(&wrapper.to_ascii_lowercase().as_str()).then_some(inside)
}
