//! What an expression has matched: which part of it is a secret, and whether it is one.

use super::exactly;

#[test]
fn a_password_in_an_address_is_no_word_for_one() {
    exactly(
        "url-password",
        &[
            "https://app:⟦OpenSesame⟧@git.corp/x",
            "smb://alice:⟦pf8rms3018⟧@192.168.1.10/share/path",
            "https://app:(word)@git.corp/x",
            "https://app:⟦x7Q(k9)V2m{L4}p⟧@git.corp/x",
            "https://app:passwörd@git.corp/x",
            "https://app:pass%20word@git.corp/x",
            "https://app:⟦pass9word⟧@git.corp/x",
            "https://app:db_password@git.corp/x",
            "amqp://app:⟦password⟧@queue.corp.com/x",
            "amqp://app:password@queue/x",
            "amqp://app:****@queue.corp.com/x",
            "https://host:8080/x?mail=a@b.org",
            "https://host:$PORT/x@y",
            "https://host:{port}/x@y",
            "https://host:PORT/x@y",
            "postgres://app:⟦se/same⟧@db.corp/x",
            "postgres://app:changeme/x@db.corp/x",
            "https://app:se/same@git.corp/x",
        ],
    );
}

#[test]
fn a_key_in_base64_goes_on_over_lines_of_its_width() {
    exactly(
        "base64-private-key",
        &[
            "key: ⟦LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQpNSUlF«b64»\n«b60»\n«b4»⟧\n«b4»",
            "key: ⟦LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQpNSUlF«b64»\n  «b60»⟧\nother: 1",
            "key: ⟦LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQpNSUlF«b64»\r\n«b60»⟧\r\nend",
            "key: ⟦LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQpNSUlF«b64»\n«b59»⟧\n«b4»",
            "LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQotLS0tLUVORCBSU0EgUFJJVkFURSBLRVktLS0tLQ==",
            "LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQotLS0tLUVORCBSU0EgUFJJVkFURSBLRVktLS0tLQ",
        ],
    );
}

#[test]
fn a_web_token_may_be_cut_or_masked() {
    exactly(
        "jwt",
        &[
            "⟦eyJhbGciOiJub25lIn0.e30.⟧",
            "⟦eyJhbGciOiJub25lIn0.the.end⟧",
            "⟦eyJhbGciOiJIUzI1NiIsInR5cCI6Ik.eyJzdWIiOiJub2JvZHkiLCJpYXQ.«url43»⟧",
            "eyJobject.eyJmethod.eyJcall",
        ],
    );
}

#[test]
fn what_follows_a_scheme_was_drawn_or_is_a_pair() {
    exactly(
        "authorization-basic",
        &[
            "Authorization: Basic ⟦bm9ib2R5OmhhcmJvdXI=⟧",
            "Authorization: Basic aGFyYm91cg==",
            "Authorization: Basic ⟦«an32»⟧",
        ],
    );
    exactly(
        "authorization-bearer",
        &[
            "Authorization: Bearer ⟦nK_8.C6g-3.2LrP⟧",
            "Authorization: Bearer ⟦«an32»⟧",
            "Authorization: Bearer nK_8.C6g",
            "Authorization: Bearer your-nK8.C6g-3.2LrP",
            "Authorization: Bearer replace_K8.C6g3",
            "Authorization: Bearer the-first-of-many",
        ],
    );
}

#[test]
fn a_password_on_a_command_line_is_no_reference() {
    exactly(
        "curl-user",
        &[
            "curl -u admin:⟦harb!our⟧ https://host/",
            "curl -u admin:⟦harb_our⟧ https://host/",
            "curl -u admin:harbours https://host/",
            "curl -u admin:harb_ou https://host/",
            "curl -u admin:get(pass1) https://host/",
            "curl -u admin:%pass1 https://host/",
            "curl -u admin:changeme1 https://host/",
        ],
    );
}

#[test]
fn behind_a_name_only_a_sure_token_is_believed() {
    exactly(
        "aws-access-key-id",
        &["old_⟦AKIA«base16»⟧", "old_AKIA«base9»8Z9«base4»", "oldAKIA«base16»"],
    );
    exactly("github-token", &["x ⟦ghp_«an30»zzzzzz⟧", "(Xghp_«an30»zzzzzz)"]);
}
