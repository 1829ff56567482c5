//! Connection strings: where other fields of one stand around a password, nearly every literal is one.

use crate::border::{Before, Edge};
use crate::reference;
use crate::shape;

/// How far to either side the other fields are looked for.
const REACH: usize = 240;
/// Fields that stand beside a password, as they end: before the sign.
const FIELDS: &[&str] = &[
    "server",
    "data source",
    "datasource",
    "user id",
    "userid",
    "uid",
    "user",
    "username",
    "database",
    "initial catalog",
    "host",
    "hostname",
    "port",
    "driver",
    "dsn",
    "dbname",
    "addr",
    "address",
    "network address",
    "accountendpoint",
    "endpoint",
    "dbq",
];
/// Schemes of URLs that lead to a database or a queue.
const SCHEMES: &[&str] = &[
    "postgres",
    "postgresql",
    "mysql",
    "mariadb",
    "mongodb",
    "mongodb+srv",
    "redis",
    "rediss",
    "amqp",
    "amqps",
    "mssql",
    "sqlserver",
    "oracle",
    "cockroachdb",
    "clickhouse",
    "cassandra",
    "couchdb",
    "neo4j",
    "bolt",
    "db2",
    "redshift",
    "snowflake",
    "nats",
    "kafka",
    "ldap",
    "ldaps",
    "smtp",
    "smtps",
    "imap",
    "imaps",
];

/// Whether at least two other fields of a connection string stand on the line of this name.
pub(crate) fn surrounds(text: &str, name: usize) -> bool {
    let from = text.ceil_char_boundary(name.saturating_sub(REACH));
    let to = text.floor_char_boundary(name.saturating_add(REACH));
    let before = text[from..name].rsplit('\n').next().unwrap_or_default();
    let after = text[name..to].split('\n').next().unwrap_or_default();
    let line = format!("{before}{after}").to_ascii_lowercase();
    let separator = |c: char| ";&?\"' ".contains(c);
    let is_field = |at: usize| {
        let head = line[..at].trim_end();
        let field = FIELDS.iter().find(|field| head.ends_with(**field));
        field.is_some_and(|field| {
            let rest = &head[..head.len() - field.len()];
            rest.is_empty() || rest.ends_with(separator)
        })
    };
    line.match_indices('=').filter(|&(at, _)| is_field(at)).count() >= 2
}

/// Whether a URL with a password leads from a database scheme to a host with a name: documentation has
/// `localhost`, `host` and numbers.
pub(crate) fn is_database_url(text: &str, password: &std::ops::Range<usize>) -> bool {
    let known = has_database_scheme(text, password.start);
    let host = text[password.end..].strip_prefix('@').unwrap_or_default();
    let end = host
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '-'))
        .unwrap_or(host.len());
    let top = host[..end.min(REACH)].rsplit_once('.').map_or("", |(_, top)| top);
    known && top.len() >= 2 && top.bytes().all(|b| b.is_ascii_alphabetic())
}

/// Whether the URL whose password begins here leads to a database or a queue.
pub(crate) fn has_database_scheme(text: &str, password: usize) -> bool {
    let from = text.ceil_char_boundary(password.saturating_sub(REACH));
    let Some((scheme, _)) = text[from..password].rsplit_once("://") else { return false };
    SCHEMES.iter().any(|known| {
        let start = scheme.len().wrapping_sub(known.len());
        scheme.get(start..).is_some_and(|end| end.eq_ignore_ascii_case(known))
            && Before::NotWord.edge(scheme, start) == Edge::Clear
    })
}

/// A password that somebody may have: no reference, no stars, no empty field.
pub(crate) fn is_literal(said: &str) -> bool {
    said.len() >= 3
        && !shape::is_filler(said)
        && !reference::is_reference(said)
        && said.chars().all(|c| !c.is_whitespace() && !c.is_control() && !"<>*{}()".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_around_a_password_make_a_connection_string() {
        for text in [
            "Server=host;Port=5432;User Id=username;Password=secret;Database=x;",
            "host=db.internal user=app password=secret dbname=x",
            "Driver={SQL Server};Server=x;Uid=sa;Password=secret;",
        ] {
            assert!(surrounds(text, text.to_lowercase().find("password").unwrap_or(0)), "{text}");
        }
        for text in ["password=secret", "user=a password=b", "observer=1 exporter=2 password=3"] {
            assert!(!surrounds(text, text.find("password").unwrap_or(0)), "{text}");
        }
    }

    #[test]
    fn database_urls_need_a_host_with_a_name() {
        for (text, expected) in [
            ("amqp://user:password@queue.corp.com/x", true),
            ("amqp://user:password@localhost/x", false),
            ("amqp://user:password@10.0.0.1/x", false),
            ("http://user:password@queue.corp.com/x", false),
        ] {
            let at = text.find("password").unwrap_or(0);
            assert_eq!(is_database_url(text, &(at..at + 8)), expected, "{text}");
        }
    }
}
