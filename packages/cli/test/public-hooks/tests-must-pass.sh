#!/bin/bash
INPUT=$(cat)
if [ "$(echo "$INPUT" | jq -r '.stop_hook_active')" = "true" ]; then
  exit 0
fi
if [ ! -e "$CLAUDE_PROJECT_DIR/passed" ]; then
  echo "The tests do not pass yet. Go on until they do." >&2
  exit 2
fi
