#!/bin/bash
# Runs one command in the sandbox, inside the mount namespace that hold.sh made, and reports how it went.
#
# supervise.sh RUN UID WATCH BWRAP...
#   RUN    folder with args, filter, stdin, groups; gets report
#   UID    uid to drop to before bubblewrap starts, or - to stay
#   WATCH  CPU_FILE:CPU_UNITS:MEMORY_KIB, what watch.sh has to watch; fields may be empty
# A line on standard input, or its end (also when the parent dies), kills the command.
run=$1 uid=$2 watch=$3
shift 3
here=${0%/*}

fail() { echo "problem $*" >"$run/report"; exit 0; }

# "DIR FILE VALUE" a line; a FILE after "?" may be missing.
groups=
while read -r dir file value; do
  case " $groups " in *" $dir "*) ;; *) mkdir "$dir" || fail "cannot make $dir"; groups="$groups $dir" ;; esac
  case $file in
  -) ;;
  \?*) [ ! -e "$dir/${file#?}" ] || echo "$value" >"$dir/${file#?}" ;;
  *) echo "$value" >"$dir/$file" || fail "cannot set $dir/$file" ;;
  esac
done <"$run/groups" 2>/dev/null

mkfifo "$run/status" "$run/go"
exec 3<&0 4<>"$run/go"
(
  # Whatever else is open here came from the programs before this one: no business of the command.
  for fd in "/proc/$BASHPID/fd/"*; do
    case ${fd##*/} in 0 | 1 | 2 | 8) ;; *) eval "exec ${fd##*/}>&-" ;; esac
  done
  for dir in $groups; do echo 0 >"$dir/cgroup.procs" || exit 125; done
  [ "$uid" = - ] || set -- setpriv --reuid "$uid" --regid "$uid" --clear-groups "$@"
  exec "$@" 5<"$run/args" 6<"$run/filter" 7<"$run/go" <"$run/stdin"
) 8>"$run/status" &
bwrap=$!

exec 9<"$run/status"
child=
while read -r line <&9; do
  case $line in *child-pid*) child=${line#*child-pid\":}; child=${child%%[!0-9 ]*}; child=${child# }; break ;; esac
done
# Held open, the network's counters can be read after its last process has gone.
snmp=/dev/null snmp6=/dev/null
[ -z "$child" ] || [ ! -r "/proc/$child/net/snmp" ] || snmp=/proc/$child/net/snmp
[ -z "$child" ] || [ ! -r "/proc/$child/net/snmp6" ] || snmp6=/proc/$child/net/snmp6
exec 5<"$snmp" 6<"$snmp6"
( read -r _ <&3; kill -KILL "$bwrap" ) 4>&- 5<&- 6<&- 9<&- >/dev/null 2>&1 &
killer=$!
bash "$here/watch.sh" "$run" "$bwrap" "${child:-0}" "$watch" 3<&- 4>&- 5<&- 6<&- 9<&- </dev/null >/dev/null 2>&1 &
watcher=$!
echo >&4
exec 4>&-

wait "$bwrap" 2>/dev/null
code=$?
kill "$killer" "$watcher" 2>/dev/null
{
  echo "code $code"
  echo "started ${child:-0}"
  while read -r line; do echo "bwrap $line"; done <&9
  [ ! -e "$run/hit" ] || cat "$run/hit"
  while read -r line; do echo "net $line"; done <&5
  while read -r line; do echo "net6 $line"; done <&6
  for dir in $groups; do
    for file in memory.oom_control memory.events pids.events cpuacct.usage cpu.stat; do
      [ ! -e "$dir/$file" ] || while read -r line; do echo "$file $line"; done <"$dir/$file"
    done
  done
} >"$run/report.part" 2>/dev/null

# The kill of the namespace's first process has killed all others; the groups empty as they are reaped.
for dir in $groups; do
  tries=0
  until rmdir "$dir" 2>/dev/null; do
    tries=$((tries + 1))
    [ "$tries" -lt 200 ] || { echo "left $dir" >>"$run/report.part"; break; }
    while read -r left; do kill -KILL "$left"; done <"$dir/cgroup.procs" 2>/dev/null
    sleep 0.02
  done
done
mv "$run/report.part" "$run/report"
exit 0
