#!/usr/bin/env python3
"""Prepares an edit with `plimsoll build`, and does what a refusal advises.

    python3 examples/agent.py ROOT SYMBOL "what is to be done"

The binary is `plimsoll` on the path, or what PLIMSOLL names. The document goes to standard output, everything about it
to standard error.
"""

import json
import os
import subprocess
import sys


def build(root, request):
    """One call. A refusal ends with 1 and is an answer; anything above that is a mistake."""
    command = [os.environ.get("PLIMSOLL", "plimsoll"), "build", "-", "--root", root, "--quiet"]
    done = subprocess.run(command, input=json.dumps(request), capture_output=True, text=True)
    if done.returncode > 1:
        sys.exit(done.stderr.strip() or done.stdout.strip())
    return json.loads(done.stdout)


def follow(refusal, request):
    """Changes the request as the refusal advises; says what was changed, or nothing where that is for a person."""
    code, details = refusal["code"], refusal["details"]
    if code == "AmbiguousTarget":
        first = details["matches"][0]
        request["user_selected_targets"] = [{"path": first["path"], "symbol": first["name"], "line": first["line"]}]
        return f"took {first['path']}:{first['line']}"
    if code == "TargetNotFound" and details.get("nearMisses"):
        request["plan_step"]["target_symbols"] = details["nearMisses"][:1]
        return f"tried {details['nearMisses'][0]}"
    if code == "ContextTooLarge":
        budget = request["token_budget"]
        budget["max_input_tokens"] = details["needed"] + budget["response_token_reserve"]
        return f"asked for {details['needed']} tokens"
    return None


def main(root, symbol, wish):
    request = {
        "purpose": "diff",
        "plan_step": {"id": "1", "text": wish, "target_symbols": [symbol]},
        "token_budget": {"max_input_tokens": 20000, "response_token_reserve": 500},
    }
    for _ in range(5):
        answer = build(root, request)
        if answer["outcome"] == "loaded":
            report = answer["budget_report"]
            print(f"{report['estimated_input_tokens']} of {report['hard_limit_tokens']} tokens", file=sys.stderr)
            sys.stdout.write(answer["document"])
            return
        refusal = answer["refusal"]
        changed = follow(refusal, request)
        if changed is None:
            sys.exit(f"{refusal['message']}: {'; '.join(refusal['advice'])}")
        print(f"{refusal['message']}: {changed}", file=sys.stderr)
    sys.exit("five rounds of advice did not help")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
