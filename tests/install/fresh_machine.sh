#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Proves README.md's two commands on a machine that has none of the packages: a minimal Debian 12
# made by debootstrap, once as root and once as an ordinary user with sudo. Takes network, root,
# 5 GB and half an hour; run by hand before a release, not by ctest.
#
#   sudo bash tests/install/fresh_machine.sh FOLDER [root|user]...
#
# FOLDER keeps the machines (base, root, user) and each run's output (root.log, user.log); base is
# made once. What is tested is the commit checked out here; the corpus, where NCF_CORPUS names one,
# is copied beside the clone.
set -euo pipefail
folder="$(realpath -m "${1:?usage: fresh_machine.sh FOLDER [root|user]...}")"
shift
source_dir="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
commands=("bash examples/quickstart.sh" "bash tests/run.sh")

. "$source_dir/tests/install/machine.sh"

add_user() {
  inside user apt-get --quiet update
  inside user apt-get --quiet --yes --no-install-recommends install sudo
  inside user useradd --home-dir "$1" --shell /bin/bash user
  echo 'user ALL=(ALL) NOPASSWD: ALL' >"$folder/user/etc/sudoers.d/user"
}

# make_machine ROLE HOME: a copy of base with a clone of ncf in HOME.
make_machine() {
  local role="$1" home="$2"
  rm -rf "${folder:?}/$role"
  cp -a "$folder/base" "$folder/$role"
  if [[ "$role" == user ]]; then add_user "$home"; fi
  git clone --quiet --no-hardlinks "$source_dir" "$folder/$role$home/ncf"
  if [[ -n "${NCF_CORPUS:-}" ]]; then
    mkdir "$folder/$role$home/shared"
    cp -r "$NCF_CORPUS/data" "$NCF_CORPUS/cdl" "$folder/$role$home/shared"
  fi
  if [[ "$role" == user ]]; then inside user chown -R user: "$home"; fi
}

# run_commands ROLE HOME: what README.md says, in the clone.
run_commands() {
  local role="$1" home="$2" command
  local -a as_role=()
  if [[ "$role" == user ]]; then as_role=(setpriv --reuid=user --regid=user --init-groups); fi
  for command in "${commands[@]}"; do
    printf '\n#### %s: %s\n' "$role" "$command"
    SECONDS=0
    inside "$role" "${as_role[@]}" env HOME="$home" bash -c "cd '$home/ncf' && $command"
    echo "#### $role: $command: done in $SECONDS s"
  done
}

make_base
if [[ $# == 0 ]]; then set -- root user; fi
for role in "$@"; do
  if [[ "$role" == user ]]; then home=/srv/user; else home=/root; fi
  make_machine "$role" "$home"
  run_commands "$role" "$home" 2>&1 | tee "$folder/$role.log"
done
