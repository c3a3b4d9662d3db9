# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Minimal Debian machines below "$folder/$suite": . "$source_dir/tests/install/machine.sh", with
# `folder`, `suite` and `source_dir` set. Takes root.

case "$suite" in
  bookworm | trixie | sid) ;;
  *)
    echo "unknown suite '$suite': expected bookworm, trixie or sid" >&2
    exit 2
    ;;
esac

# The mirror that this machine's own packages come from.
mirror() {
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | head -n 1
}

# make_base: makes the machine that others are copies of, once. The mirror may be a snapshot, whose
# lists are older than apt likes.
make_base() {
  local base="$folder/$suite/base"
  if [[ ! -f "$base/etc/apt/apt.conf.d/snapshot" ]]; then
    rm -rf "${base:?}"
    mkdir -p "$folder/$suite"
    debootstrap --variant=minbase "$suite" "$base" "$(mirror)"
    echo 'Acquire::Check-Valid-Until "false";' >"$base/etc/apt/apt.conf.d/snapshot"
  fi
}

# copy_base MACHINE: makes a new machine.
copy_base() {
  make_base
  rm -rf "${folder:?}/$suite/$1"
  cp -a "$folder/$suite/base" "$folder/$suite/$1"
}

# clone_into MACHINE FOLDER: copies the commit checked out here.
clone_into() {
  git clone --quiet --no-hardlinks "$source_dir" "$folder/$suite/$1$2"
}

# inside MACHINE COMMAND...: runs a command there, with temporary mounts of /proc, /dev and /sys.
inside() {
  local machine="$folder/$suite/$1"
  shift
  unshare --mount --pid --fork bash -eu -c '
    machine="$1"
    shift
    mount -t proc proc "$machine/proc"
    mount --rbind /dev "$machine/dev"
    mount --rbind /sys "$machine/sys"
    exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 chroot "$machine" "$@"
  ' inside "$machine" "$@"
}
