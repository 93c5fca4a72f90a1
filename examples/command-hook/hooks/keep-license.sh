#!/bin/bash
# Denies changes of the license, and says nothing about any other file.
set -euo pipefail

path=$(jq -r .tool_input.file_path)

if [[ $(basename "$path") == LICENSE ]]; then
  jq -n '{hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: "The license is not ours to change. Ask the owner of the project."
  }}'
else
  echo '{}'
fi
