//! What is skipped, and what is not.

use super::*;
use crate::outline::languages;

fn skim(language: &str, text: &str) -> Skim {
    let language = languages::find(language).expect("it has outlines");
    language.skimmer.expect("it is skimmed").skim(text)
}

fn skipped<'t>(language: &str, text: &'t str) -> Vec<&'t str> {
    skim(language, text).skipped.into_iter().map(|skipped| &text[skipped.range]).collect()
}

#[test]
fn bodies_at_the_margin_are_skipped() {
    let text = "func f(a interface{}) {\n\ta.b(\"}\") // }\n}\n\ntype T struct {\n\ta int\n}\n\nfunc (t T) g() {\n\tx := T{1}\n}\n";
    assert_eq!(skipped("go", text), ["\n\ta.b(\"}\") // }\n", "\n\tx := T{1}\n"]);
    let text = "var f = func() {\n\tg()\n}\n\nvar a = map[string]T{\n\t\"}\": {1},\n}\n";
    assert_eq!(skipped("go", text), ["\n\tg()\n", "\n\t\"}\": {1},\n"]);
    let text = "static const struct s a[] = {\n\t{ .b = c(1) },\n};\n\nenum e {\n\tA = 1,\n};\n";
    assert_eq!(skipped("c", text), ["\n\t{ .b = c(1) },\n"]);
    let text = "static int __init f(void)\n{\n\tif (x) {\n\t\tg('}');\n\t}\n}\n\nstruct s __attribute__((packed)) {\n\tint a;\n};\n";
    assert_eq!(skipped("c", text), ["\n\tif (x) {\n\t\tg('}');\n\t}\n"]);
}

#[test]
fn what_is_in_doubt_is_not() {
    for text in [
        "func f() {\n\ttype t int\n}\n",
        "func f() {\n\tif a {\n}\n",
        "func f() { g() }\n",
        "func f() {\n\t(]\n}\n",
        "var f struct {\n\tg int\n}\n",
        "var a = []int{1}\n\nvar b = struct{ c int }{\n\t1,\n}\n",
        "func f() {\n\tg()\n",
        "func f() {\n\t// C:\\\n\ttype t int\n\tg()\n}\n",
    ] {
        assert!(skipped("go", text).is_empty(), "{text}");
    }
    let split = "int f(void)\n{\n#ifdef A\n\tif (a) {\n#else\n\tif (b) {\n#endif\n\t}\n}\nint g;\n";
    assert!(skipped("c", split).is_empty());
    for body in [
        "#define A 1\n\tg(A);",
        "#\t define A 1\n\tg(A);",
        "#include \"some.h\"\n",
        "\tstruct s\n\t{ int a; };",
        "\tstruct __attribute__((packed)) s { int a; } x;",
        "\tenum { A, B, C, D, E };",
    ] {
        assert!(skipped("c", &format!("int f(void)\n{{\n{body}\n}}\n")).is_empty(), "{body}");
    }
    assert!(skipped("c", "int f(a)\n\tint a;\n{\n\treturn a;\n}\n").is_empty());
}

#[test]
fn of_an_indented_body_a_letter_is_left() {
    let text = "def f(\n    a: int = g(),\n) -> str:  # one\n    \"\"\"Doc:\n  x\n    \"\"\"\n    if a(1):\n        return [\n1]  # last\n    # of g\n\nclass A:\n\tasync def g(self):\n\t\tself.b().c(f'{d(1)} {{e()}}'); return 'x('\n\n\tx = 1\n";
    assert_eq!(
        skipped("python", text),
        ["f a(1):\n        return [\n1]", "elf.b().c(f'{d(1)} {{e()}}'); return 'x('"]
    );
    let calls = skim("python", text).references;
    let calls: Vec<&str> = calls.into_iter().map(|(range, _)| &text[range]).collect();
    assert_eq!(calls, ["a", "b", "c", "d"]);
}

#[test]
fn an_indented_body_in_doubt_is_left_to_the_grammar() {
    for text in [
        "def f():\n    import os as system\n    import os as another\n",
        "def f():\n    if a:\n        x = 1\n    else:\n        import os as system\n    y = 1\n",
        "a = [\n    function_of(the_value) for the_value in all_of_the_values_that_there_are\n]\n",
        "a = [\n    1, 2\n] + function_of_all(the_value, that_there, is_and_many_others_of_them)\n",
        "def f():\n    value = 1; import os\n",
        "def f():\n    if value: import os\n",
        "def f():\n    with some as other: from os import path\n",
        "def f():\n    async \\\n  def g(): return something()\n",
        "x = f\"{d[\"(\"]}\"\ndef f():\n    return_something()\ny = f\"{d[\")\"]}\"\n",
        "def f():\n    value: Mapping[str, int] = {}\n",
        "def f():\n    return [1, 2, 3, 4, 5, 6\n",
        "def f():\n    return ']' + \"1, 2, 3, 4, 5, 6\n",
        "def f():\n    return (1, 2, 3, 4, 5, 6))\n",
        "def f():\n    (a, b) = c = d, e\n    return a, b\n",
        "def f():\n        return_something()\n    return_nothing()\n",
        "def f(): return the_same_thing()\n",
        "default = {\n    some: 'thing',\n    other: 'things'}\nif a:\n    return_something()\n",
    ] {
        assert!(skipped("python", text).is_empty(), "{text}");
    }
}

/// Of a function that defines something, what is between is skipped; and of a class, its tables.
#[test]
fn indented_runs_and_tables_are_skipped() {
    let text = "def f():\n    \"Doc\"\n    x = g()\n    if x:\n        return None\n    def h(): return 1\n    if x:\n        import os\n    else:\n        return g(x, x, x)\n    return h(1, 2, 3, 4)\n\nclass A:\n    b = {\n        'c': d(1),\n        'e': 'a long text that is not worth the time it takes to parse it',\n    }\n";
    assert_eq!(
        skipped("python", text),
        [
            " = g()\n    if x:\n        return None",
            "eturn g(x, x, x)",
            "eturn h(1, 2, 3, 4)",
            "\n        'c': d(1),\n        'e': 'a long text that is not worth the time it takes to parse it',\n    "
        ]
    );
    let text = crate::outline::Screened::ours(text);
    let full = super::super::outline_in_full("python", &text).unwrap();
    assert_eq!(super::super::outline("python", &text), Some(full));
}

/// A definition ends where its body does, although the grammar sees a letter of it.
#[test]
fn a_skipped_body_has_its_end() {
    let text = "class A:\n    def f(self):\n        return self.g(\n            1)\n\n    x = 1\n\ndef g(a):\n    return a + a + a + a\n";
    let text = crate::outline::Screened::ours(text);
    let found = super::super::outline("python", &text).unwrap();
    assert_eq!(
        Some(&found.definitions),
        super::super::outline_in_full("python", &text).map(|full| full.definitions).as_ref()
    );
    assert_eq!(
        found.definitions.iter().map(|one| one.lines.last).collect::<Vec<_>>(),
        [6, 4, 6, 9]
    );
}

/// What is skipped makes nothing slower: the parser looks through it for each word.
#[test]
fn of_too_many_the_longest_are_skipped() {
    let body =
        |at: usize| format!("int f{at}(void)\n{{\n\treturn {at:0at$};\n}}\n", at = at % 100 + 10);
    let text: String = (0..3000).map(body).collect();
    let found = skipped("c", &text);
    assert!((500..=MOST_SKIPPED).contains(&found.len()), "{}", found.len());
    assert!(found.iter().all(|body| body.len() > 70));
}

/// For each line of a run the scanner of the grammar reads to its end.
#[test]
fn long_runs_of_comments_are_seen_at_their_ends() {
    let lines = |line: &str, count: usize| line.repeat(count);
    let text = format!(
        "x = 1\n{}def f():\n    return_it(1, 2, 3)\n{}",
        lines("# a\n", 300),
        lines("\\\n", 250)
    );
    let found = skipped("python", &text);
    assert_eq!(found, [lines("# a\n", 100), "eturn_it(1, 2, 3)".to_owned(), lines("\\\n", 50)]);
}
