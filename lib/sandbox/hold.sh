#!/bin/sh
# Prepares the scratch folders of one tree and keeps them until its input ends.
#
# Started in a mount namespace of its own (as root: unshare -m; else: unshare -Urm), so nothing it mounts is
# seen outside or outlives it. Everything a command may write lies on one tmpfs of a fixed size.
#
# hold.sh SESSION BYTES FILES MODE OWNER LOWER [BIND...]
#   MODE   overlay (trusted xattrs, root), overlay-user (user xattrs), copy, or empty (no tree)
#   OWNER  uid that owns the scratch folders, or - for whoever runs this
#   BIND   paths to show at SESSION/bind/0, 1, ...: a dropped uid could not reach them under /root
set -eu
session=$1 bytes=$2 files=$3 mode=$4 owner=$5 lower=$6
shift 6

mount --make-rprivate /
at=0
for path; do
  if [ -d "$path" ]; then mkdir "$session/bind/$at"; else : >"$session/bind/$at"; fi
  mount --rbind "$path" "$session/bind/$at"
  at=$((at + 1))
done
mount -t tmpfs -o "size=$bytes,nr_inodes=$files,mode=755,nosuid,nodev" tmpfs "$session/fs"
cd "$session/fs"
mkdir tmp home shm tree
[ "$mode" = empty ] || mount --rbind "$lower" "$session/lower"
case $mode in
overlay | overlay-user)
  mkdir upper work
  [ "$owner" = - ] || chown "$owner:$owner" upper
  options="lowerdir=$session/lower,upperdir=$session/fs/upper,workdir=$session/fs/work"
  [ "$mode" = overlay ] || options="$options,userxattr"
  mount -t overlay -o "$options" overlay "$session/fs/tree"
  ;;
copy)
  cp -a "$session/lower/." tree/
  [ "$owner" = - ] || chown -R -h "$owner:$owner" tree
  ;;
esac
[ "$owner" = - ] || chown "$owner:$owner" tmp home shm
[ "$owner" = - ] || [ "$mode" != empty ] || chown "$owner:$owner" tree
echo ready
exec cat >/dev/null
