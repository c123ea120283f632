#!/bin/sh
# Prints what this machine has to build a sandbox from, one fact a line.
echo "uid $(id -u)"
for tool in bwrap unshare nsenter setpriv prlimit find mount bash docker podman; do
  path=$(command -v "$tool") && echo "tool $tool $path"
done
bwrap --help 2>&1 | while read -r option _; do
  case $option in --*) echo "bwrap $option" ;; esac
done
# A cgroup that can be made is one whose limits can be set; a name's own group keeps outer limits in force.
try() { # try VERSION CONTROLLER DIR
  name=$3/taskflow-probe-$$
  mkdir "$name" 2>/dev/null || return 1
  case $2 in
  pids) file=pids.max ;;
  memory) if [ "$1" = 1 ]; then file=memory.limit_in_bytes; else file=memory.max; fi ;;
  cpuacct) file=cpuacct.usage ;;
  esac
  [ -e "$name/$file" ] && echo "cgroup $1 $2 $3"
  rmdir "$name"
}
own() { # the group this process is in, of a controller
  while IFS=: read -r _ names path; do
    case ",$names," in *",$1,"*) echo "$path"; return ;; esac
  done </proc/self/cgroup
}
while read -r _ point kind options _; do
  case $kind in
  cgroup)
    for controller in pids memory cpuacct; do
      case ",$options," in *",$controller,"*)
        try 1 "$controller" "$point$(own "$controller")" || try 1 "$controller" "$point"
        ;;
      esac
    done
    ;;
  cgroup2)
    for path in "$point$(own "")" "$point"; do
      echo "+pids +memory" >"$path/cgroup.subtree_control"
      try 2 pids "$path" && try 2 memory "$path" && break
    done
    ;;
  esac 2>/dev/null
done </proc/mounts
exit 0
