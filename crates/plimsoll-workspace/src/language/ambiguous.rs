//! Extensions that several languages use. What a look at the beginning settles is settled there; otherwise
//! the most common language has it.

/// The language of a file with this extension, which the table gives to `common`.
pub(super) fn decide(extension: &str, common: &'static str, head: &str) -> Option<&'static str> {
    let begins = |starts: &[&str]| begins_line(head, starts);
    let first = head.trim_start();
    let first_is = |starts: &[&str]| starts.iter().any(|start| first.starts_with(start));
    let decided = match extension {
        "h" if begins(&["@interface", "@protocol", "@class ", "#import "]) => "objectivec",
        "h" if is_cpp(head) => "cpp",
        "m" if begins(&[
            "@interface",
            "@implementation",
            "#import",
            "#include",
            "@class ",
            "//",
        ]) =>
        {
            "objectivec"
        }
        "m" if begins(&["%", "function ", "classdef "]) => "matlab",
        "m" if first_is(&["(*"]) => "mathematica",
        "ts" if first_is(&["<?xml", "<!DOCTYPE TS", "<TS"]) => "xml",
        "pl" | "t" if begins(&[":- "]) => "prolog",
        "pl" | "pm" | "t" if begins(&["use v6", "unit module", "unit class"]) => "raku",
        "fs" if begins(&["#version", "uniform ", "varying ", "precision ", "void main("]) => "glsl",
        "fs" if begins(&["\\ ", ": "]) => "forth",
        "v" if begins(&["Require ", "Theorem ", "Lemma ", "Proof.", "Definition ", "From "]) => {
            "coq"
        }
        "v" if begins(&["fn ", "pub fn ", "module main", "import os"]) => "vlang",
        "d" if begins(&["#pragma D", "BEGIN", "dtrace:::"]) => "dtrace",
        "d" if is_dependency_list(first) => "makefile",
        "r" if first_is(&["REBOL", "Red "]) => "rebol",
        "cl" if !first_is(&["(", ";"]) => "opencl",
        "ll" if begins(&["%%", "%{", "%option"]) => "lex",
        "l" if first_is(&["(", ";"]) => "commonlisp",
        "pp" if begins(&["class ", "node ", "define ", "include "]) && !has_word(first, "unit") => {
            "puppet"
        }
        "as" if begins(&[".text", ".globl", ".section", "section "]) => "asm",
        "s" if first_is(&["(*"]) => "standardml",
        "st" if first_is(&["group ", "delimiters"]) => "stringtemplate",
        "mod" | "config" | "ui" | "props" | "targets" | "manifest" | "filters" => {
            return first_is(&["<"]).then_some(common);
        }
        "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "me" | "ms" | "man" => {
            return first_is(&[".", "'\\\""]).then_some(common);
        }
        "asc" if first_is(&["-----BEGIN"]) => return None,
        "tab" | "do" | "res" | "w" | "module" | "path" | "target" => {
            return None;
        }
        _ => common,
    };
    Some(decided)
}

/// Extensions that mean nothing without a look at the content, and nothing after it in most cases.
pub(super) fn open(extension: &str, head: &str) -> Option<&'static str> {
    let begins = |starts: &[&str]| begins_line(head, starts);
    match extension {
        "inc" if begins(&["<?php", "<?"]) => Some("php"),
        "inc" if is_cpp(head) => Some("cpp"),
        "inc" if begins(&["#include", "#define", "#if", "/*", "//", "static "]) => Some("c"),
        "inc" if begins(&["SRC_URI", "DEPENDS", "inherit "]) => Some("bitbake"),
        "inc" if begins(&[";", ".macro", "%macro", "section "]) => Some("asm"),
        "cls" if begins(&["\\NeedsTeXFormat", "\\ProvidesClass", "\\DeclareOption"]) => {
            Some("latex")
        }
        "cls" if begins(&["VERSION 1.0 CLASS", "Attribute VB_", "Option Explicit"]) => Some("vb"),
        "cls" if begins(&["public ", "global ", "private ", "@IsTest", "@isTest"]) => Some("apex"),
        "pro" if begins(&[":- "]) => Some("prolog"),
        "pro" if begins(&["TEMPLATE", "QT ", "QT+", "SOURCES", "TARGET"]) => Some("qmake"),
        _ => None,
    }
}

/// Whether a line begins so, indented or not.
fn begins_line(head: &str, starts: &[&str]) -> bool {
    head.lines().any(|line| starts.iter().any(|start| line.trim_start().starts_with(start)))
}

fn is_cpp(head: &str) -> bool {
    const STARTS: &[&str] = &[
        "namespace ",
        "template<",
        "template <",
        "public:",
        "private:",
        "protected:",
        "using namespace ",
        "#include <string>",
        "#include <vector>",
        "#include <memory>",
        "#include <iostream>",
    ];
    let is_class = |line: &str| {
        let line = line.trim();
        line.starts_with("class ") && line.ends_with(['{', ';', ':'])
    };
    begins_line(head, STARTS) || head.contains("std::") || head.lines().any(is_class)
}

/// `main.o: main.c defs.h \`: what compilers write for make.
fn is_dependency_list(first: &str) -> bool {
    let target = first.lines().next().and_then(|line| line.split_once(':'));
    target.is_some_and(|(target, _)| {
        let target = target.trim();
        !target.contains(char::is_whitespace)
            && [".o", ".d", ".lo", ".rmeta", ".rlib"].iter().any(|end| target.ends_with(end))
    })
}

fn has_word(head: &str, word: &str) -> bool {
    head.split(|c: char| !c.is_alphanumeric()).any(|found| found.eq_ignore_ascii_case(word))
}
