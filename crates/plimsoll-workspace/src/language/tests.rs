//! Names, contents and what files say of themselves.

use super::language_of;
use proptest::prelude::*;

#[test]
fn names_and_extensions_tell_the_language() {
    for (path, language) in [
        ("src/main.RS", Some("rust")),
        ("a/Dockerfile", Some("dockerfile")),
        ("Dockerfile.dev", Some("dockerfile")),
        ("CMakeLists.txt", Some("cmake")),
        ("README", None),
        ("notes.txt", None),
        ("Makefile.am", Some("makefile")),
        ("config.h.in", Some("c")),
        ("views/page.html.erb", Some("erb")),
        (".gitignore", Some("gitignore")),
        ("go.mod", Some("go.mod")),
        ("a.b/c", None),
        ("app.tsx", Some("tsx")),
        ("deploy.yml.example", Some("yaml")),
        ("jquery-1.8", None),
        ("", None),
        (".", None),
        ("...", None),
    ] {
        assert_eq!(language_of(path, ""), language, "{path}");
    }
}

#[test]
fn shared_extensions_are_decided_by_content() {
    for (path, text, language) in [
        ("a.h", "int f(void);\n", "c"),
        ("a.h", "#pragma once\nnamespace a {\n", "cpp"),
        ("a.h", "/* the class of the\nclass of things */\n", "c"),
        ("a.h", "#import <Foundation/Foundation.h>\n", "objectivec"),
        ("a.m", "#import \"a.h\"\n", "objectivec"),
        ("a.m", "% Solves it.\nfunction x = solve(a)\n", "matlab"),
        ("a.ts", "export const a = 1;\n", "typescript"),
        ("a.ts", "<?xml version=\"1.0\"?>\n<!DOCTYPE TS>\n", "xml"),
        ("a.pl", "use strict;\n", "perl"),
        ("a.pl", ":- module(a, []).\n", "prolog"),
        ("a.fs", "module A\nlet x = 1\n", "fsharp"),
        ("a.fs", "#version 330\nvoid main() {}\n", "glsl"),
        ("a.v", "module a(input clk);\nendmodule\n", "verilog"),
        ("a.v", "Require Import Arith.\nLemma a : True.\n", "coq"),
        ("a.cls", "\\NeedsTeXFormat{LaTeX2e}\n", "latex"),
        ("a.cls", "public class A {}\n", "apex"),
        ("a.inc", "<?php echo 1;\n", "php"),
        ("ls.1", ".TH LS 1\n", "troff"),
        ("a.d", "module a;\n", "d"),
        ("a.d", "a.o: a.c a.h\n", "makefile"),
    ] {
        assert_eq!(language_of(path, text), Some(language), "{path}: {text}");
    }
    assert_eq!(language_of("app.log.1", "started\n"), None);
    assert_eq!(language_of("a.inc", "whatever\n"), None);
}

#[test]
fn a_file_that_states_its_language_is_believed() {
    let late = format!("{}# vim: set ft=ruby :\n", "x\n".repeat(100));
    let too_late = format!("x\nx\nx\nx\nx\n# vim: ft=ruby\n{}", "x\n".repeat(100));
    for (path, text, language) in [
        ("tool", "#!/usr/bin/env python3.11\n", Some("python")),
        ("tool", "#!/usr/bin/env -S FOO=1 deno run\n", Some("typescript")),
        ("tool", "#! /bin/sh -e\n", Some("bash")),
        ("tool.ts", "#!/usr/bin/env node\n", Some("typescript")),
        ("lib.rs", "#![forbid(unsafe_code)]\n", Some("rust")),
        ("tool", "#!\n", None),
        ("tool", "#!/usr/bin/env\n", None),
        ("tool", "/* vi: set sw=4 ts=4: */\n", None),
        ("a.h", "// -*- C++ -*-\n", Some("cpp")),
        ("a.h", "/* -*- mode: objc; tab-width: 4 -*- */\n", Some("objectivec")),
        ("a.py", "# -*- coding: utf-8 -*-\n", Some("python")),
        ("a.txt", "# vim:filetype=python:\n", Some("python")),
        ("a.txt", &late, Some("ruby")),
        ("a.txt", &too_late, None),
        ("a", "x\n;; Local Variables:\n;; mode: emacs-lisp\n;; End:\n", Some("elisp")),
        ("a.c", "// mode: python\n", Some("c")),
        ("a.c", "/* vim: ft=nosuchlanguage */\n", Some("c")),
    ] {
        assert_eq!(language_of(path, text), language, "{path}: {text}");
    }
}

#[test]
fn only_the_ends_of_a_huge_line_are_looked_at() {
    let huge = "-*- mode: class ".repeat(3_500_000);
    assert_eq!(language_of("a.h", &huge), Some("c"));
    assert_eq!(language_of("a.h", &format!("{huge} vim: ft=cpp")), Some("cpp"));
    let hidden = format!("{huge}\n// vim: ft=cpp\n{huge}");
    assert_eq!(language_of("a.h", &hidden), Some("c"));
}

proptest! {
    #[test]
    fn nothing_makes_it_panic(
        name in "[a-zé./*]{0,12}",
        text in "(vim?:| |ft=|-\\*-|mode|:|#!|/|env|é|\u{1F980}|\n|Local Variables:|<|class ){0,40}",
        times in 1_usize..800,
    ) {
        language_of(&name, &text.repeat(times));
    }
}
