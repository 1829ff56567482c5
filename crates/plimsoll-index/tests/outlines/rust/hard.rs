//! A module.

use std::{collections::BTreeMap, fmt};
extern crate alloc;
mod elsewhere;

/// A cache of things.
///
/// With more to say about it than
/// fits on one line.
#[derive(Debug, Clone)]
pub struct Cache<K, V>
where
    K: Ord,
{
    /// What is there.
    entries: BTreeMap<K, V>,
    pub(crate) limit: usize,
}

pub struct Unit;
struct Pair(u32, String);

/**
 * A block comment.
 *
 * Long.
 */
pub enum Shape {
    Round,
    Square { side: u32 },
    Other(Box<Shape>),
}

impl<K: Ord, V> Cache<K, V> {
    const LIMIT: usize = 10;

    /// Gets one.
    pub fn get<'a, Q>(
        &'a self,
        key: &Q,
    ) -> Option<&'a V>
    where
        Q: Ord,
    {
        fn helper(x: u32) -> u32 {
            x + 1
        }
        let found = self.entries.get(key);
        println!("{}", helper(1));
        found.map(Clone::clone)
    }

    fn short(&self) -> usize { self.limit }
}

impl<K, V> fmt::Display for Cache<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cache")?;
        Ok(())
    }
}

pub trait Store: Send + Sync {
    type Key;
    fn keep(&self, key: Self::Key);
    fn default_keep(&self) {
        let x = 1;
        self.other(x);
    }
}

macro_rules! square {
    ($x:expr) => {
        $x * $x
    };
}

pub(crate) mod inner {
    pub const NAME: &str = r#"fn not_a_function() {}"#;
    pub static mut COUNT: u32 = 0;
    pub type Alias = Vec<u8>;
}

unsafe extern "C" {
    #[link_name = "pump"]
    fn run_pump(amount: u32) -> u32;
    static LEVEL: u32;
}

static TABLE: &[(u32, &str)] = &[
    (1, "one"),
    (2, "two"),
    (3, "three"),
];

union Bits {
    a: u32,
    b: f32,
}

pub async unsafe fn größe(x: impl Fn(u32) -> u32) -> Result<(), Box<dyn std::error::Error>> {
    let y = x(3);
    let z = Vec::<u8>::with_capacity(y as usize);
    drop(z);
    Ok(())
}

fn broken( {
