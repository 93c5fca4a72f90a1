#!/bin/bash
# Keeps edits away from files that are not to be edited.
INPUT=$(cat)
FILE_PATH=$(echo "$INPUT" | jq -r '.tool_input.file_path // empty')
PROTECTED=(".env" "package-lock.json" "fixtures/")
for pattern in "${PROTECTED[@]}"; do
  if [[ "$FILE_PATH" == *"$pattern"* ]]; then
    echo "Blocked: $FILE_PATH matches the protected pattern '$pattern'" >&2
    exit 2
  fi
done
exit 0
