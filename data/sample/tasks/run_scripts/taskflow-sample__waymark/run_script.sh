#!/bin/sh
# run_script.sh [FILE,FILE...]: run tests in the working directory, all by default.
# Prints a line for each test: PASSED, FAILED or SKIPPED, then "file | test".
# JS_RUNTIME names the runtime: node (18 or newer) or deno; by default the one that is there.
runtime=${JS_RUNTIME:-$(command -v node || command -v deno)}
case $("$runtime" --version) in
  deno*) run="test --allow-all --no-check --reporter=tap" ;;
  *) run="--test --test-reporter=tap" ;;
esac
NO_COLOR=1
export NO_COLOR
status=0
for file in $([ $# -gt 0 ] && echo "$*" | tr ',' ' ' || echo test/*.test.js); do
  # Only lines at the margin are tests; a backslash stands before # in a name.
  lines=$("$runtime" $run "$file" 2>&1 | sed -n -E \
    -e "s@^ok [0-9]+ - (.*) # SKIP.*@SKIPPED $file | \1@p;t" \
    -e "s@^ok [0-9]+ - (.*)@PASSED $file | \1@p;t" \
    -e "s@^not ok [0-9]+ - (.*)@FAILED $file | \1@p" | sed 's/\\#/#/g')
  [ -n "$lines" ] || lines="ERROR $file"
  echo "$lines"
  echo "$lines" | grep -q -E '^(FAILED|ERROR)' && status=1
done
exit $status
