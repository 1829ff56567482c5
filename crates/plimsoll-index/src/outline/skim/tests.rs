//! What is skipped, and what is not.

use super::*;

fn skipped<'t>(language: &str, text: &'t str) -> Vec<&'t str> {
    let skim = Look::of(language).expect("it has a look").skim(text);
    skim.skipped.into_iter().map(|range| &text[range]).collect()
}

#[test]
fn bodies_at_the_margin_are_skipped() {
    let text = "func f(a interface{}) {\n\ta.b(\"}\") // }\n}\n\ntype T struct {\n\ta int\n}\n\nfunc (t T) g() {\n\tx := T{1}\n}\n";
    assert_eq!(skipped("go", text), ["\n\ta.b(\"}\") // }\n", "\n\tx := T{1}\n"]);
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
        "var f = func() {\n\tg()\n}\n",
        "func f() {\n\tg()\n",
    ] {
        assert!(skipped("go", text).is_empty(), "{text}");
    }
    let split = "int f(void)\n{\n#ifdef A\n\tif (a) {\n#else\n\tif (b) {\n#endif\n\t}\n}\nint g;\n";
    assert!(skipped("c", split).is_empty());
    assert!(skipped("c", "int f(void)\n{\n#define A 1\n\tg(A);\n}\n").is_empty());
    assert!(skipped("c", "int f(a)\n\tint a;\n{\n\treturn a;\n}\n").is_empty());
}
