#!/usr/bin/env python3
"""Asks for better tools than those a shell line uses. Exit code 2 blocks the call and shows the reasons."""
import json
import re
import sys

RULES = [
    (r"^grep\b(?!.*\|)", "Use ripgrep (rg) and not grep: it is faster and knows what to ignore"),
    (r"^find\s+\S+\s+-name\b", "Use `rg --files -g PATTERN` and not `find -name`"),
]


def main() -> None:
    try:
        event = json.load(sys.stdin)
    except json.JSONDecodeError as problem:
        print(f"Error: the input is not JSON: {problem}", file=sys.stderr)
        sys.exit(1)
    if event.get("tool_name", "") != "Bash":
        sys.exit(0)
    command = event.get("tool_input", {}).get("command", "")
    issues = [advice for pattern, advice in RULES if re.search(pattern, command)]
    if issues:
        for issue in issues:
            print(f"- {issue}", file=sys.stderr)
        sys.exit(2)


main()
