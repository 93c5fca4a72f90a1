#!/usr/bin/env python3
"""Keeps keys out of prompts, and tells the model what day it is."""
import json
import re
import sys

event = json.load(sys.stdin)
if re.search(r"(?i)\b(password|secret|key)\s*[:=]", event.get("prompt", "")):
    print(json.dumps({"decision": "block", "reason": "Security policy: the prompt seems to hold a secret. Say it without."}))
    sys.exit(0)
print("Context: today is a working day")
