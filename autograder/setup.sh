#!/usr/bin/env bash
# Gradescope runs this once, as root, when the image of the autograder is built: the program and a compiler.
set -euo pipefail
source=$(cd "$(dirname "$0")" && pwd)
. "$source"/settings.sh
export DEBIAN_FRONTEND=noninteractive
apt-get update
if [ -n "$bridge" ]; then
  apt-get install -y --no-install-recommends jq openssh-client
  exit
fi
apt-get install -y --no-install-recommends clang
if [ -e "$source"/warpledger.deb ]; then
  apt-get install -y "$source"/warpledger.deb
fi
# Submissions are compiled and run by this user, who may read the bundle and write in folders of his own.
useradd --system --no-create-home warpledger
chmod -R go+rX "$source"
if ! PATH=$PATH:$source/program/bin warpledger --version; then
  echo "warpledger does not start in this image. Make the bundle with a package for it: warpledger autograder --package" >&2
  exit 1
fi
