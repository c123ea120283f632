#!/bin/sh
# Runs a trusted command until it or its input ends; not a sandbox.
#
# trusted.sh CODE STDIN FOLDER CPU_SECONDS OPEN_FILES COMMAND...
code=$1 input=$2 folder=$3 cpu=$4 open=$5
shift 5
echo 1 >"$code"
exec 3<&0
cd "$folder" || exit 1
ulimit -t "$cpu"
ulimit -n "$open" 2>/dev/null
ulimit -c 0
setsid "$@" <"$input" 3<&- &
child=$!
( read -r _ <&3; kill -KILL "-$child" || kill -KILL "$child" ) >/dev/null 2>&1 &
killer=$!
wait "$child" 2>/dev/null
echo $? >"$code"
kill "$killer" 2>/dev/null
kill -KILL "-$child" 2>/dev/null
exit 0
