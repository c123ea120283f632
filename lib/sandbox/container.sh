#!/bin/sh
# Runs a command in a running container until it or the input ends.
#
# container.sh CODE STDIN ENGINE CONTAINER EXEC_ARGUMENTS...
code=$1 input=$2 engine=$3 container=$4
shift 4
echo 1 >"$code"
exec 3<&0
"$engine" exec "$@" <"$input" 3<&- &
child=$!
(
  read -r _ <&3
  "$engine" exec "$container" kill -KILL -1 || "$engine" kill "$container"
) >/dev/null 2>&1 &
killer=$!
wait "$child" 2>/dev/null
echo $? >"$code"
kill "$killer" 2>/dev/null
# What the command left behind ends with it.
timeout 10 "$engine" exec "$container" kill -KILL -1 >/dev/null 2>&1
exit 0
