#!/bin/bash
# Answers questions about the test command; all others are left to the person.
COMMAND=$(jq -r '.tool_input.command // ""')
case "$COMMAND" in
  "./test.sh"*)
    echo '{"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": {"behavior": "allow"}}}' ;;
esac
