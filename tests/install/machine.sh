# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Minimal Debian 12 machines in "$folder": . "$source_dir/tests/install/machine.sh". Takes root.

# make_base: the machine that others are copies of; made once.
make_base() {
  mkdir -p "$folder"
  [[ -d "$folder/base/etc/apt" ]] || debootstrap --variant=minbase bookworm "$folder/base"
}

# inside MACHINE COMMAND...: runs there, with a /proc and /dev that vanish afterwards.
inside() {
  local machine="$folder/$1"
  shift
  unshare --mount --pid --fork bash -eu -c '
    machine="$1"
    shift
    mount -t proc proc "$machine/proc"
    mount --rbind /dev "$machine/dev"
    exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 chroot "$machine" "$@"
  ' inside "$machine" "$@"
}
