#!/usr/bin/env python3
"""Turns a release into a dry run, by changing the input of the call."""
import json
import sys

event = json.load(sys.stdin)
given = event["tool_input"]
if given["command"].startswith("./release.sh") and "--dry-run" not in given["command"]:
    changed = {**given, "command": given["command"] + " --dry-run"}
    answer = {"hookEventName": "PreToolUse", "permissionDecision": "allow", "updatedInput": changed}
    print(json.dumps({"hookSpecificOutput": answer}))
