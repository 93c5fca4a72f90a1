#!/bin/bash
# Has the model read what is wrong with a JSON file it has just written.
set -euo pipefail

path=$(jq -r .tool_input.file_path)

[[ $path == *.json ]] || exit 0
if ! problem=$(jq empty "$path" 2>&1); then
  echo "$problem" >&2
  exit 2
fi
