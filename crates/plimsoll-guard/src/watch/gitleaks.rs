//! What a `.gitleaks.toml` says, as data. Keys that this program has no use for are passed over.

use serde::Deserialize;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Config {
    pub(super) extend: Extend,
    pub(super) rules: Vec<RuleText>,
    /// The older form of `allowlists`.
    allowlist: Option<AllowText>,
    allowlists: Vec<AllowText>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Extend {
    pub(super) path: Option<String>,
    pub(super) disabled_rules: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct RuleText {
    pub(super) id: String,
    pub(super) description: String,
    pub(super) regex: Option<String>,
    pub(super) secret_group: usize,
    pub(super) entropy: Option<toml::Value>,
    pub(super) path: Option<String>,
    pub(super) keywords: Vec<String>,
    allowlist: Option<AllowText>,
    allowlists: Vec<AllowText>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct AllowText {
    pub(super) condition: String,
    pub(super) commits: Vec<String>,
    pub(super) paths: Vec<String>,
    pub(super) regexes: Vec<String>,
    pub(super) regex_target: String,
    pub(super) stopwords: Vec<String>,
    pub(super) target_rules: Vec<String>,
}

impl Config {
    pub(super) fn parse(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }

    pub(super) fn allowlists(&self) -> impl Iterator<Item = &AllowText> {
        self.allowlist.iter().chain(&self.allowlists)
    }
}

impl RuleText {
    pub(super) fn allowlists(&self) -> impl Iterator<Item = &AllowText> {
        self.allowlist.iter().chain(&self.allowlists)
    }

    /// The least entropy of a secret, in thousandths of a bit.
    pub(super) fn least_entropy(&self) -> Option<u32> {
        let text = match self.entropy.as_ref()? {
            toml::Value::Integer(whole) => format!("{whole}.0"),
            toml::Value::Float(number) => format!("{number:.3}"),
            _ => return None,
        };
        let (whole, part) = text.split_once('.')?;
        let part = format!("{part:0<3}");
        whole.parse::<u32>().ok()?.checked_mul(1000)?.checked_add(part.get(..3)?.parse().ok()?)
    }
}

/// The file that a configuration extends, where it names one.
pub fn extended_file(text: &str) -> Option<String> {
    Config::parse(text).ok()?.extend.path
}
