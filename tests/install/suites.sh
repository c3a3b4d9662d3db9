#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Proves README.md's quickstart and tests on a machine that has none of the packages: a minimal
# Debian of that suite made by debootstrap, as root unless said otherwise, or as a user with sudo.
# Takes network, root, 5 GB and half an hour; run by hand before a release, not by ctest.
#
#   sudo bash tests/install/suites.sh FOLDER bookworm|trixie|sid [root|user]...
#
# FOLDER/SUITE keeps the machines (base, root, user) and each run's output (root.log, user.log); base
# is made once. What is tested is the commit checked out here; the corpus, where NCF_CORPUS names
# one, is copied beside the clone. The output ends in that of tests/run.sh, the exit status is its.
set -euo pipefail
folder="$(realpath -m "${1:?usage: suites.sh FOLDER SUITE [root|user]...}")"
suite="${2:?usage: suites.sh FOLDER SUITE [root|user]...}"
shift 2
source_dir="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
commands=("bash examples/quickstart.sh" "bash tests/run.sh")

. "$source_dir/tests/install/machine.sh"

add_user() {
  inside user apt-get --quiet update
  inside user apt-get --quiet --yes --no-install-recommends install sudo
  inside user useradd --home-dir "$1" --shell /bin/bash user
  echo 'user ALL=(ALL) NOPASSWD: ALL' >"$folder/$suite/user/etc/sudoers.d/user"
}

# make_machine ROLE HOME: makes a machine with a clone of ncf in HOME.
make_machine() {
  local role="$1" home="$2"
  copy_base "$role"
  if [[ "$role" == user ]]; then add_user "$home"; fi
  clone_into "$role" "$home/ncf"
  if [[ -n "${NCF_CORPUS:-}" ]]; then
    mkdir "$folder/$suite/$role$home/shared"
    cp -r "$NCF_CORPUS/data" "$NCF_CORPUS/cdl" "$folder/$suite/$role$home/shared"
  fi
  if [[ "$role" == user ]]; then inside user chown -R user: "$home"; fi
}

# run_commands ROLE HOME: runs the commands of README.md in the clone.
run_commands() {
  local role="$1" home="$2" command
  local -a as_role=()
  if [[ "$role" == user ]]; then as_role=(setpriv --reuid=user --regid=user --init-groups); fi
  for command in "${commands[@]}"; do
    printf '\n#### %s, %s: %s\n' "$suite" "$role" "$command"
    inside "$role" "${as_role[@]}" env HOME="$home" bash -c "cd '$home/ncf' && time $command"
  done
}

if [[ $# == 0 ]]; then set -- root; fi
for role in "$@"; do
  if [[ "$role" == user ]]; then home=/srv/user; else home=/root; fi
  make_machine "$role" "$home"
  run_commands "$role" "$home" 2>&1 | tee "$folder/$suite/$role.log"
done
