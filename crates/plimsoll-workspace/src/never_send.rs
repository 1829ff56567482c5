//! Paths that never leave.
//!
//! Patterns match at any depth and without regard to ASCII case, files and folders alike. One `*` in a
//! component stands for anything; a pattern with `/` asks for the components right above as well.

use std::sync::LazyLock;

/// What never leaves, whatever a repository, a request or a setting says.
const NEVER_SEND: &[&str] = &[
    ".git",                                 // history and remotes, with credentials in URLs
    "git~1",                                // the same by the short name that Windows gives it
    ".vs",                                  // Visual Studio's private state
    ".plimsoll",                            // our own store and the workspace's secret
    "*.pfx",                                // certificate with private key
    "*.p12",                                // the same under its other name
    "*.pkcs12",                             // the same, spelled out
    "*.key",                                // private key
    "*.pem",                                // private key or certificate
    "*.ppk",                                // PuTTY private key
    "*.p8",                                 // PKCS#8 private key
    "*.jks",                                // Java keystore
    "*.keystore",                           // Java and Android keystore
    "*.kdbx",                               // KeePass database
    "*.agekey",                             // age identity
    "*.env",                                // environment of a program, `.env` itself included
    ".env.*",                               // the same per stage; examples are excepted below
    ".ssh",                                 // keys and known hosts
    ".gnupg",                               // OpenPGP keys
    ".password-store",                      // pass
    "id_rsa",                               // SSH private keys by their default names
    "id_dsa",                               // the same, DSA
    "id_ecdsa",                             // the same, ECDSA
    "id_ecdsa_sk",                          // the same, on a security key
    "id_ed25519",                           // the same, Ed25519
    "id_ed25519_sk",                        // the same, on a security key
    "secring.gpg",                          // OpenPGP private keyring
    ".netrc",                               // logins of curl, git and others
    "_netrc",                               // the same on Windows
    ".npmrc",                               // npm registry tokens
    ".pypirc",                              // PyPI passwords
    ".pgpass",                              // PostgreSQL passwords
    ".my.cnf",                              // MySQL client password
    ".mylogin.cnf",                         // MySQL login paths, barely obscured
    ".htpasswd",                            // password hashes of a web server
    ".git-credentials",                     // git's credential store
    ".vault-token",                         // HashiCorp Vault
    ".terraformrc",                         // Terraform registry tokens
    ".terraform.d/credentials.tfrc.json",   // the same, written by `terraform login`
    "*.tfstate",                            // Terraform state holds every secret it manages
    "*.tfstate.backup",                     // the same, one run older
    ".s3cfg",                               // s3cmd keys
    ".boto",                                // boto and gsutil keys
    "rclone.conf",                          // rclone remotes with passwords
    ".dockercfg",                           // registry logins, old form
    ".docker/config.json",                  // registry logins
    ".aws/credentials",                     // AWS keys
    ".aws/sso",                             // AWS session tokens
    ".azure",                               // Azure CLI tokens
    ".config/gcloud",                       // Google Cloud CLI tokens
    "gcloud/credentials.db",                // the same, copied
    "application_default_credentials.json", // Google Cloud, by its default name
    "credentials.json",                     // Google API client secrets and service accounts
    "client_secret*.json",                  // Google OAuth client, as downloaded
    ".kube/config",                         // cluster certificates and tokens
    ".cargo/credentials",                   // Cargo registry token
    ".cargo/credentials.toml",              // the same
    ".gem/credentials",                     // RubyGems key
    ".m2/settings-security.xml",            // Maven master password
    ".config/gh/hosts.yml",                 // GitHub CLI token
    ".config/hub",                          // hub token
    ".bash_history",                        // typed commands hold typed secrets
    ".zsh_history",                         // the same of zsh
    ".psql_history",                        // the same of psql
    ".mysql_history",                       // the same of mysql
    ".python_history",                      // the same of Python
    ".node_repl_history",                   // the same of Node
];

/// `.env.*` with one of these ends is there to be read; the guard scans it instead.
const ENV_EXAMPLES: &[&str] = &[".example", ".sample", ".template"];

/// A pattern, taken apart once: every one is asked about every file of the tree.
struct Parts {
    pattern: &'static str,
    /// The components right above, or nothing.
    folders: &'static str,
    start: &'static str,
    /// What follows the `*`, where there is one.
    end: Option<&'static str>,
}

/// By the last byte of a name in lower case: those that can match it, in the order of the table.
static BY_LAST_BYTE: LazyLock<Vec<Vec<Parts>>> = LazyLock::new(|| {
    let can_end = |parts: &Parts, byte: u8| {
        let end = parts.end.unwrap_or(parts.start);
        end.is_empty() || end.as_bytes().last() == Some(&byte)
    };
    let all = || NEVER_SEND.iter().map(|pattern| Parts::of(pattern));
    (0..=u8::MAX).map(|byte| all().filter(|parts| can_end(parts, byte)).collect()).collect()
});

impl Parts {
    fn of(pattern: &'static str) -> Self {
        let (folders, last) = pattern.rsplit_once('/').unwrap_or(("", pattern));
        let (start, end) = last.split_once('*').map_or((last, None), |(s, e)| (s, Some(e)));
        Self { pattern, folders, start, end }
    }

    fn matches(&self, above: &str, name: &str) -> bool {
        let matches = match self.end {
            None => self.start.eq_ignore_ascii_case(name),
            Some(end) => {
                name.len() >= self.start.len() + end.len()
                    && ends_with_text(name, end)
                    && name.as_bytes()[..self.start.len()]
                        .eq_ignore_ascii_case(self.start.as_bytes())
            }
        };
        matches && (self.folders.is_empty() || ends_with(above, self.folders))
    }
}

/// The pattern by which the last component of this path is never sent. The folders above it are asked about
/// before.
pub(crate) fn pattern_for(path: &str) -> Option<&'static str> {
    let (above, name) = path.rsplit_once('/').unwrap_or(("", path));
    // Windows opens `.env` when asked for `.env. `.
    let bare = name.trim_end_matches([' ', '.']);
    let found = find(above, name);
    if bare.len() < name.len() { found.or_else(|| find(above, bare)) } else { found }
}

fn find(above: &str, name: &str) -> Option<&'static str> {
    let last = name.bytes().last()?.to_ascii_lowercase();
    let matches = |parts: &&Parts| {
        parts.matches(above, name) && !(parts.pattern == ".env.*" && is_env_example(name))
    };
    BY_LAST_BYTE[usize::from(last)].iter().find(matches).map(|parts| parts.pattern)
}

fn is_env_example(name: &str) -> bool {
    ENV_EXAMPLES.iter().any(|end| ends_with_text(name, end))
}

/// Whether a path ends with these components.
fn ends_with(path: &str, folders: &str) -> bool {
    let mut names = path.rsplit('/');
    folders.rsplit('/').all(|part| names.next().is_some_and(|name| part.eq_ignore_ascii_case(name)))
}

fn ends_with_text(text: &str, end: &str) -> bool {
    let at = text.len().checked_sub(end.len());
    at.is_some_and(|at| text.as_bytes()[at..].eq_ignore_ascii_case(end.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_never_leaves() {
        let paths = ".git sub/.git .GIT .vs a/b/server.PEM x.key prod.env .env .env.local .ENV.Production \
            deploy/id_rsa id_ed25519 k.ppk k.p12 a.jks a.keystore p.kdbx .netrc .npmrc .pypirc \
            .pgpass .htpasswd .git-credentials home/.aws/credentials .docker/config.json \
            credentials.json .plimsoll client_secret_123.apps.json cert.pfx prod.tfstate GIT~1 \
            .env. a.pem... .Aws/Credentials";
        for path in paths.split_whitespace() {
            assert!(pattern_for(path).is_some(), "{path}");
        }
    }

    #[test]
    fn ordinary_source_is_not_touched() {
        let paths = ".gitignore .github/workflows/ci.yml .env.example web/.env.sample \
            .env.production.template src/env.rs environment.ts keys.rs key monkey \
            src/credentials.rs credentials/mod.rs config.json docker/config.json id_rsa.pub \
            pem.go src/key/mod.rs aws/credentials.md .gitattributes git .envrc package.json \
            .vscode/settings.json .config/settings.toml";
        for path in paths.split_whitespace() {
            let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
            assert_eq!(ends.map(|end| &path[..end]).find_map(pattern_for), None, "{path}");
        }
    }

    #[test]
    fn the_table_is_in_the_form_that_matching_expects() {
        for pattern in NEVER_SEND {
            assert_eq!(*pattern, pattern.to_ascii_lowercase());
            let (folders, last) = pattern.rsplit_once('/').unwrap_or(("", pattern));
            assert!(!folders.contains('*') && last.matches('*').count() <= 1, "{pattern}");
        }
    }

    proptest! {
        #[test]
        fn case_and_depth_never_help(at in 0..NEVER_SEND.len(), upper in any::<u64>(), above in "([a-z]{1,4}/){0,3}") {
            let name: String = NEVER_SEND[at]
                .replace('*', "x")
                .chars()
                .enumerate()
                .map(|(i, c)| if upper >> (i % 64) & 1 == 1 { c.to_ascii_uppercase() } else { c })
                .collect();
            let path = format!("{above}{name}");
            prop_assert!(pattern_for(&path).is_some());
        }
    }
}
