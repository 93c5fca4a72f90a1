#!/usr/bin/env python3
"""Reminds once a session of what is dangerous in the code that is about to be written."""
import json
import os
import sys

PATTERNS = {
    "eval(": "`eval` runs whatever it is given. Use JSON.parse for data.",
    "child_process.exec(": "`exec` starts a shell. Use execFile, which does not.",
}

event = json.load(sys.stdin)
if event.get("tool_name") not in ("Edit", "Write"):
    sys.exit(0)
state = os.path.join(os.environ["CLAUDE_PROJECT_DIR"], f".reminded-{event['session_id']}")
if os.path.exists(state):
    sys.exit(0)
content = event["tool_input"].get("content") or event["tool_input"].get("new_string") or ""
for pattern, reminder in PATTERNS.items():
    if pattern in content:
        open(state, "w").close()
        print(f"Security reminder: {reminder}", file=sys.stderr)
        sys.exit(2)
