#!/usr/bin/env python3
"""Lets documentation be read without a question; the old form of the answer."""
import json
import sys

event = json.load(sys.stdin)
if event.get("tool_name") == "Read":
    path = event.get("tool_input", {}).get("file_path", "")
    if path.endswith((".md", ".mdx", ".txt")):
        print(json.dumps({"decision": "approve", "reason": "documentation may be read", "suppressOutput": True}))
sys.exit(0)
