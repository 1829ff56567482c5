//! Build: what a step is about, what belongs to it, and how much of each is shown.

use crate::build::built;
use crate::support::{Place, entry, keys, texts};
use serde_json::{Value, json};

/// A service with its interface, who calls it, and what it needs.
pub(crate) const SHOP: &str = "\
//- Shop.csproj
<Project Sdk=\"Microsoft.NET.Sdk\" />
//- Services/IUserService.cs
namespace Shop.Services;

public interface IUserService
{
    /// <summary>Lets a user in.</summary>
    Session LoginAsync(string name);
    void Logout(Session session);
}
//- Services/UserService.cs
using Shop.Data;

namespace Shop.Services;

public class UserService : IUserService
{
    private readonly TokenStore store;

    public Session LoginAsync(string name)
    {
        var token = store.Issue(name);
        var session = new Session(token);
        return session;
    }

    public void Logout(Session session)
    {
        Audit(\"the end of a very long session that nobody remembers\");
        store.Revoke(session.Token);
    }

    private void Audit(string what)
    {
        System.Console.WriteLine(what);
        System.Console.WriteLine(\"and that was all there is to say about it\");
    }
}
//- Data/TokenStore.cs
namespace Shop.Data;

public class TokenStore
{
    public string Issue(string name)
    {
        return Hash(name) + \"-issued\";
    }

    public void Revoke(string token)
    {
        Forget(token);
    }

    private string Hash(string text) { return text; }
    private void Forget(string token) { }
}
//- Data/Session.cs
namespace Shop.Data;

public class Session
{
    public string Token { get; }
    public Session(string token) { Token = token; }
}
//- Web/LoginPage.cs
using Shop.Services;

namespace Shop.Web;

public class LoginPage
{
    private readonly IUserService users;

    public void Submit(string name)
    {
        users.LoginAsync(name);
    }
}
//- Web/Footer.cs
namespace Shop.Web;

public class Footer
{
    public string Text() { return \"nothing to do with it\"; }
}
";

fn step(files: &[&str], symbols: &[&str]) -> Value {
    json!({
        "purpose": "diff",
        "plan_step": {"id": "S1", "text": "lock out after three tries", "target_files": files, "target_symbols": symbols},
    })
}

pub(crate) fn login() -> Value {
    step(&["Services/UserService.cs"], &["LoginAsync"])
}

fn block<'r>(result: &'r Value, title: &str) -> &'r Value {
    entry(&result["context_bundle"]["blocks"], "title", title)
}

fn content<'r>(result: &'r Value, title: &str) -> &'r str {
    block(result, title)["content"].as_str().expect("it is a text")
}

fn included(result: &Value) -> Vec<(String, String)> {
    let files = result["context_manifest"]["selection"]["included_files"].as_array();
    let text = |value: &Value| value.as_str().expect("it is a text").to_owned();
    let row = |file: &Value| (text(&file["path"]), text(&file["reason"]));
    files.expect("it is a list").iter().map(row).collect()
}

/// The request with just so many tokens as the document needs, less some.
fn with_less(place: &Place, request: &Value, less: u64) -> Value {
    let result = built(place, request);
    let used = result["budget_report"]["estimated_input_tokens"].as_u64().expect("a number");
    let mut request = request.clone();
    request["token_budget"] =
        json!({"max_input_tokens": used - less + 100, "response_token_reserve": 100});
    request
}

#[test]
fn a_small_edit_is_the_file_and_next_to_nothing_else() {
    let place = Place::of(
        "\
//- src/MainWindow.xaml
<Window Title=\"Main\">
  <Grid><Button Content=\"Save\"/></Grid>
</Window>
//- src/MainWindow.xaml.cs
namespace Demo;
public partial class MainWindow { public MainWindow() { InitializeComponent(); } }
//- src/Demo.csproj
<Project Sdk=\"Microsoft.NET.Sdk\" />
",
    );
    let mut request = step(&["src/MainWindow.xaml"], &[]);
    request["constraints"] =
        json!([{"source": "system", "id": "c", "text": "MUST_NOT add dependencies"}]);
    let result = built(&place, &request);
    let blocks = result["context_bundle"]["blocks"].as_array().expect("a list");
    let of = |priority: &str| -> Vec<&str> {
        let those = blocks.iter().filter(|block| block["priority"] == priority);
        those.map(|block| block["block_type"].as_str().expect("a text")).collect()
    };
    assert_eq!(of("P0"), ["system", "system", "constraints", "file"]);
    assert_eq!((of("P1"), of("P2"), of("P3")), (vec![], vec!["project_meta"], vec![]));
    assert_eq!(content(&result, "src/MainWindow.xaml"), place.read("src/MainWindow.xaml"));
    assert_eq!(result["budget_report"]["decision"], "ok");
    assert_eq!(result["redaction_report"]["redactions"], json!([]));
}

#[test]
fn what_a_symbol_needs_and_who_needs_it_are_candidates_with_their_reasons() {
    let place = Place::of(SHOP);
    let result = built(&place, &login());
    let reason = |path: &str, reason: &str| (path.to_owned(), reason.to_owned());
    assert_eq!(
        included(&result),
        [
            reason("Data/Session.cs", "dependency"),
            reason("Data/TokenStore.cs", "dependency"),
            reason("Services/IUserService.cs", "interface"),
            reason("Services/UserService.cs", "target"),
            reason("Shop.csproj", "config"),
            reason("Web/LoginPage.cs", "caller"),
        ]
    );
    let of =
        |title: &str, key: &str| block(&result, title)[key].as_str().expect("a text").to_owned();
    assert_eq!(of("Services/UserService.cs", "priority"), "P0");
    assert_eq!(of("Services/IUserService.cs", "priority"), "P1");
    assert_eq!(of("Web/LoginPage.cs", "priority"), "P2");
    assert_eq!(of("Shop.csproj", "priority"), "P2");
    let symbol = block(&result, "Data/TokenStore.cs#TokenStore.Issue");
    assert_eq!((&symbol["block_type"], &symbol["priority"]), (&json!("symbol"), &json!("P1")));
    assert_eq!(symbol["meta"]["path"], "Data/TokenStore.cs");
    assert_eq!(symbol["meta"]["symbol"], "TokenStore.Issue");
    assert_eq!(symbol["meta"]["source"], "index");
    // The signature in its class, and nothing that has nothing to do with it.
    let shown = content(&result, "Data/TokenStore.cs#TokenStore.Issue");
    assert!(
        shown.contains("class TokenStore") && shown.contains("string Issue(string name)"),
        "{shown}"
    );
    assert!(!shown.contains("-issued") && !shown.contains("Revoke"), "{shown}");
    assert!(!result.to_string().contains("nothing to do with it"));
    let targets = &result["context_manifest"]["selection"]["target_symbols"];
    assert_eq!(targets, &json!(["Services/UserService.cs#UserService.LoginAsync"]));
}

#[test]
fn a_large_repository_is_cut_to_what_the_step_is_about() {
    let place = Place::of(SHOP);
    let request = with_less(&place, &login(), 300);
    let result = built(&place, &request);
    let removed = |path: &str| {
        let excluded = &result["context_manifest"]["selection"]["excluded_candidates"];
        assert_eq!(entry(excluded, "path", path)["reason"], "token_budget", "{path}");
    };
    removed("Web/LoginPage.cs");
    removed("Shop.csproj");
    // Tighter: the interface by its signatures, the target by its region.
    let mut tight = request.clone();
    let hard = result["budget_report"]["hard_limit_tokens"].as_u64().expect("a number");
    let mut seen = Vec::new();
    for less in (0..hard).step_by(20) {
        tight["token_budget"]["max_input_tokens"] = json!(hard - less + 100);
        let ran = place.call().args(["build", "-"]).stdin(tight.to_string()).run();
        let result = ran.json();
        if result["outcome"] == "refused" {
            assert_eq!(result["refusal"]["code"], "ContextTooLarge");
            break;
        }
        let used = result["budget_report"]["estimated_input_tokens"].as_u64().expect("a number");
        assert!(used <= hard - less);
        let steps: Vec<String> = texts(&result["redaction_report"]["redactions"], "details")
            .iter()
            .map(|text| (*text).to_owned())
            .collect();
        seen.extend(steps);
        let target = content(&result, "Services/UserService.cs");
        if target.contains("left out") {
            for kept in
                ["using Shop.Data;", "class UserService", "store.Issue(name)", "return session;"]
            {
                assert!(target.contains(kept), "{target}");
            }
            assert!(!target.contains("very long session"), "{target}");
        }
    }
    let has = |what: &str| assert!(seen.iter().any(|step| step.contains(what)), "{what}: {seen:?}");
    has("sliced P0 `Services/UserService.cs` to TARGET_REGION_ONLY");
    has("removed P1 `Services/IUserService.cs`");
    has("removed P2 `Web/LoginPage.cs`");
}

#[test]
fn symbols_are_named_in_every_common_way() {
    let place = Place::of(SHOP);
    let expected = json!(["Services/UserService.cs#UserService.LoginAsync"]);
    for name in [
        "UserService.LoginAsync",
        "UserService::LoginAsync",
        "UserService#LoginAsync",
        "Shop.Services.UserService.LoginAsync",
        "Services/UserService.cs#LoginAsync",
        "./Services/UserService.cs#UserService.LoginAsync",
    ] {
        let result = built(&place, &step(&[], &[name]));
        assert_eq!(result["context_manifest"]["selection"]["target_symbols"], expected, "{name}");
        assert_eq!(
            included(&result)[3],
            ("Services/UserService.cs".to_owned(), "target".to_owned())
        );
    }
}

#[test]
fn a_name_with_several_meanings_is_refused_until_somebody_selects_one() {
    let place = Place::of(SHOP);
    let mut request = step(&[], &["LoginAsync"]);
    let refused =
        place.call().args(["build", "-"]).stdin(request.to_string()).run().ends_with(1).json();
    assert_eq!(refused["refusal"]["code"], "AmbiguousTarget");
    let matches = &refused["refusal"]["details"]["matches"];
    assert_eq!(texts(matches, "path"), ["Services/IUserService.cs", "Services/UserService.cs"]);
    assert_eq!(keys(&matches[0]), ["kind", "line", "name", "parent", "path", "signature"]);
    assert_eq!(matches[1]["parent"], "UserService");
    assert_eq!(matches[1]["line"], 9);
    assert!(
        matches[1]["signature"].as_str().is_some_and(|it| it.contains("Session LoginAsync")),
        "{matches}"
    );
    // What the refusal advises is understood.
    let advice = refused["refusal"]["advice"][1].as_str().expect("a text");
    let name = advice.split('`').nth(1).expect("it is quoted");
    assert_eq!(built(&place, &step(&[], &[name]))["outcome"], "loaded");
    // So is a selection, by name or by line.
    for selected in [
        json!({"path": "Services/UserService.cs", "symbol": "LoginAsync"}),
        json!({"path": "Services/UserService.cs", "line": 12}),
        json!({"path": "Services/UserService.cs", "symbol": "UserService.LoginAsync", "line": 9}),
    ] {
        request["user_selected_targets"] = json!([selected]);
        let result = built(&place, &request);
        assert_eq!(
            result["context_manifest"]["selection"]["target_symbols"],
            json!(["Services/UserService.cs#UserService.LoginAsync"])
        );
    }
    request["user_selected_targets"] =
        json!([{"path": "Services/IUserService.cs", "symbol": "LoginAsync"}]);
    assert_eq!(
        included(&built(&place, &request))
            .iter()
            .filter(|(_, reason)| reason == "user_selected")
            .count(),
        1
    );
}

#[test]
fn a_symbol_that_is_not_there_is_refused_with_near_misses() {
    let place = Place::of(SHOP);
    for (name, near) in [
        ("LoginAsnyc", "LoginAsync"),
        ("Services/UserService.cs#Logot", "Logout"),
        ("Service/UserService.cs#Logout", "Services/UserService.cs"),
    ] {
        let request = step(&[], &[name]);
        let refused =
            place.call().args(["build", "-"]).stdin(request.to_string()).run().ends_with(1).json();
        assert_eq!(refused["refusal"]["code"], "TargetNotFound", "{name}");
        assert_eq!(refused["refusal"]["details"]["nearMisses"][0], near, "{refused}");
    }
}

#[test]
fn a_file_target_brings_what_it_imports_and_what_imports_it() {
    let place = Place::of(
        "\
//- Cargo.toml
[package]
name = \"demo\"
version = \"0.1.0\"
//- src/lib.rs
mod cache;
mod clock;
pub mod server;
//- src/clock.rs
pub fn now() -> u64 { 41 + 1 }
//- src/cache.rs
use crate::clock::now;

pub fn fresh(at: u64) -> bool { now() < at }
//- src/server.rs
use crate::cache::fresh;

pub fn serve() -> bool { fresh(7) }
//- src/other.rs
pub fn other() {}
",
    );
    let result = built(&place, &step(&["src/cache.rs"], &[]));
    let reasons: Vec<(String, String)> = included(&result);
    let reason = |path: &str| {
        let found = reasons.iter().find(|(known, _)| known == path);
        found.map_or("", |(_, reason)| reason.as_str())
    };
    assert_eq!(reason("src/cache.rs"), "target");
    assert_eq!(reason("src/clock.rs"), "dependency");
    assert_eq!(reason("src/server.rs"), "caller");
    assert_eq!(reason("Cargo.toml"), "config");
    assert_eq!(reason("src/other.rs"), "");
}

#[test]
fn the_lines_around_an_error_are_shown() {
    let place = Place::of(SHOP);
    let mut request = login();
    request["last_error"] = json!({
        "kind": "compile", "message": "CS0103", "path": "Web/LoginPage.cs", "line": 11, "diff": "@@ -1 +1 @@\n-a\n+b\n",
    });
    let result = built(&place, &request);
    let blocks = result["context_bundle"]["blocks"].as_array().expect("a list");
    let around = blocks.iter().find(|block| {
        block["title"] == "Web/LoginPage.cs" && block["block_type"] == "error_context"
    });
    let around = around.expect("there is one");
    assert_eq!(around["priority"], "P0");
    assert!(
        around["content"].as_str().is_some_and(|text| text.contains("users.LoginAsync(name);"))
    );
    assert_eq!(block(&result, "Failed diff")["priority"], "P1");
    // Where the file may not be read, that is said.
    request["last_error"]["path"] = json!("../outside.cs");
    let result = built(&place, &request);
    let excluded = &result["context_manifest"]["selection"]["excluded_candidates"];
    assert_eq!(entry(excluded, "path", "../outside.cs")["reason"], "outside_sandbox");
}

#[test]
fn the_sandbox_narrows_what_is_related_too() {
    let place = Place::of(SHOP);
    let mut request = login();
    request["sandbox"] = json!({"deny": ["Data", "Web"]});
    let result = built(&place, &request);
    assert!(!result.to_string().contains("class TokenStore"));
    let excluded = &result["context_manifest"]["selection"]["excluded_candidates"];
    assert_eq!(entry(excluded, "path", "Web/LoginPage.cs")["reason"], "outside_sandbox");
    assert_eq!(entry(excluded, "path", "Data/TokenStore.cs")["reason"], "outside_sandbox");
    let redactions = &result["redaction_report"]["redactions"];
    assert_eq!(entry(redactions, "target", "Web/LoginPage.cs")["reason"], "policy");
}

#[test]
fn secrets_beside_a_target_are_told_and_not_shown() {
    let place = Place::of(SHOP);
    place.write(".env", "PASSWORD=correct-horse\n");
    place.write("Other/.env", "PASSWORD=correct-horse\n");
    let result = built(&place, &login());
    let selection = &result["context_manifest"]["selection"];
    assert_eq!(entry(&selection["excluded_candidates"], "path", ".env")["reason"], "deny_rule");
    let redaction = entry(&result["redaction_report"]["redactions"], "target", ".env");
    assert_eq!(
        (&redaction["type"], &redaction["reason"]),
        (&json!("path_excluded"), &json!("deny_rule"))
    );
    assert!(!texts(&selection["excluded_candidates"], "path").contains(&"Other/.env"));
    assert!(!result.to_string().contains("correct-horse"));
}

#[test]
fn ranks_are_explained_line_by_line() {
    let place = Place::of(SHOP);
    let call = |flags: &[&str]| {
        place
            .call()
            .args(["build", "-", "--explain"])
            .args(flags)
            .stdin(login().to_string())
            .run()
            .ok()
    };
    let result = call(&[]).json();
    let ranking = &result["meta"]["ranking"];
    let points = |name: &str| {
        let lines =
            entry(ranking, "name", name)["score"]["lines"].as_array().expect("a list").clone();
        lines
            .iter()
            .filter(|line| line["points"] != 0)
            .map(|line| line["points"].as_i64().expect("a number"))
            .collect::<Vec<_>>()
    };
    assert_eq!(points("Services/UserService.cs"), [100]);
    assert_eq!(points("Services/IUserService.cs"), [55]);
    assert_eq!(points("Web/LoginPage.cs"), [40]);
    assert_eq!(points("Shop.csproj"), [30]);
    assert_eq!(points("Data/TokenStore.cs#TokenStore.Issue"), [60]);
    let text = call(&["--format", "markdown"]);
    assert!(text.stderr().contains("+55 interface"), "{}", text.stderr());
    assert!(!text.stdout().contains("+55"));
}

#[test]
fn what_another_block_already_shows_ranks_lower() {
    let place = Place::of(SHOP);
    place.write("Web/Twin.cs", place.read("Web/LoginPage.cs"));
    let result =
        place.call().args(["build", "-", "--explain"]).stdin(login().to_string()).run().ok().json();
    let score =
        |name: &str| entry(&result["meta"]["ranking"], "name", name)["score"]["total"].clone();
    assert_eq!((score("Web/LoginPage.cs"), score("Web/Twin.cs")), (json!(40), json!(35)));
}

#[test]
fn constraints_that_contradict_each_other_are_told() {
    let place = Place::of(SHOP);
    let mut request = login();
    request["constraints"] = json!([
        {"source": "user", "id": "u", "text": "must add dependencies"},
        {"source": "system", "id": "s", "text": "MUST_NOT add dependencies."},
    ]);
    let ran = place.call().args(["build", "-"]).stdin(request.to_string()).run().ok();
    assert!(
        ran.stderr()
            .contains("the constraint [user] u does not hold, since [system] s says otherwise"),
        "{}",
        ran.stderr()
    );
    let result = ran.json();
    assert_eq!(
        content(&result, "Constraints"),
        "[system] s: MUST_NOT add dependencies.\n[user] u: must add dependencies (overridden by [system] s)\n"
    );
    assert!(result["meta"]["notes"].to_string().contains("does not hold"));
}

#[test]
fn a_diff_without_a_target_is_no_request() {
    let place = Place::of(SHOP);
    let request = json!({"purpose": "diff", "plan_step": {"text": "anything"}});
    let ran = place.call().args(["build", "-"]).stdin(request.to_string()).run().ends_with(2);
    assert!(
        ran.json()["problems"][0].as_str().is_some_and(|it| it.starts_with("there is no target")),
        "{}",
        ran.stderr()
    );
}
