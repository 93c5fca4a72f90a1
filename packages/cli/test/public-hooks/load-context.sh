#!/bin/bash
# Tells the model where the work stands, and sets a variable for its commands.
if [ -n "$CLAUDE_ENV_FILE" ]; then
  echo 'export PROJECT_COLOR="blue"' >> "$CLAUDE_ENV_FILE"
fi
cd "$CLAUDE_PROJECT_DIR" || exit 1
echo "Open work:"
cat TODO.txt
