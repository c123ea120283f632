#!/bin/bash
# Watches what no kernel limit counts for all processes together, and kills the command when it is too much.
#
# watch.sh RUN BWRAP CHILD CPU_FILE:CPU_UNITS:MEMORY_KIB
run=$1 bwrap=$2 child=$3
cpu_file=${4%%:*} rest=${4#*:}
cpu_units=${rest%%:*} memory=${rest#*:}

stop() { echo "hit $1" >>"$run/hit"; kill -KILL "$bwrap"; exit 0; }

count() { # count FILE FIELD PROCESS: KiB of a process and of all below it
  file=$1 field=$2 used=0
  shift 2
  while [ $# -gt 0 ]; do
    process=$1
    shift
    while read -r name value _; do
      case $name in "$field") used=$((used + value)); break ;; esac
    done <"/proc/$process/$file"
    for task in "/proc/$process/task/"*; do
      below=
      read -r below <"$task/children" # has no line end: read fails and has read it
      set -- "$@" $below
    done
  done
} 2>/dev/null

[ -n "$cpu_file$memory" ] || exit 0
while sleep 0.1; do
  if [ -n "$cpu_file" ]; then
    read -r first second <"$cpu_file" || exit 0
    case $first in usage_usec) first=$second ;; esac
    [ "$first" -lt "$cpu_units" ] || stop cpu
  fi
  if [ -n "$memory" ]; then
    count status VmRSS: "$child"
    # Memory that processes share is in the resident size of each: look closer before stopping.
    if [ "$used" -ge "$memory" ]; then
      count smaps_rollup Pss: "$child"
      [ "$used" -lt "$memory" ] || stop memory
    fi
  fi
done
