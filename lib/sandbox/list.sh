#!/bin/sh
# Prints what stands in a tree: one record a file, NUL-ended; symbolic links are not followed.
#
# list.sh tree ROOT      kind, mode, size, time, link target, path of everything below ROOT
# list.sh hash ROOT      SHA-256 and path of each regular file, the paths (NUL-ended) on standard input
# list.sh files ROOT     paths of all regular files
cd "$2" || exit 1
case $1 in
tree) exec find . -mindepth 1 -printf '%y\t%m\t%s\t%T@\t%l\t%P\0' ;;
hash) exec xargs -0 -r sha256sum -z -- ;;
files) exec find . -mindepth 1 -type f -printf '%P\0' ;;
esac
exit 2
