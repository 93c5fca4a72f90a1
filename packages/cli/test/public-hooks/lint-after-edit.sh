#!/usr/bin/env bash
# Has the model see what a linter says about the file it just changed.
file_path=$(jq -r '.tool_input.file_path // .tool_response.filePath')
[[ "$file_path" == *.json ]] || exit 0
if ! problem=$(jq empty "$file_path" 2>&1); then
  jq -n --arg reason "$file_path is not valid: $problem" '{decision: "block", reason: $reason}'
fi
