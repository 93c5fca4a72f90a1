#!/usr/bin/env python3
"""Names the language of code blocks in Markdown files after they were written."""
import json
import re
import sys

event = json.load(sys.stdin)
path = event.get("tool_input", {}).get("file_path", "")
if not path.endswith((".md", ".mdx")):
    sys.exit(0)
with open(path, encoding="utf-8") as file:
    text = file.read()


def named(match: "re.Match[str]") -> str:
    body = match.group(1)
    language = "json" if body.lstrip().startswith("{") else "text"
    return f"```{language}\n{body}```"


formatted = re.sub(r"^```\n(.*?)^```", named, text, flags=re.S | re.M)
if formatted != text:
    with open(path, "w", encoding="utf-8") as file:
        file.write(formatted)
    print(f"Formatted {path}")
