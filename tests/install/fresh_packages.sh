#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Proves the Debian packages: builds source and binary packages on a minimal Debian of that suite
# made by debootstrap, has lintian examine them, installs them on another, and does there what
# packages_smoke.sh does. Takes network, root, 4 GB and some minutes; run by hand before a release,
# not by ctest.
#
#   sudo bash tests/install/fresh_packages.sh FOLDER bookworm|trixie|sid
#
# FOLDER/SUITE keeps the machines (base, builder, packages); base is made once. What is built is the
# commit checked out here.
set -euo pipefail
folder="$(realpath -m "${1:?usage: fresh_packages.sh FOLDER SUITE}")"
suite="${2:?usage: fresh_packages.sh FOLDER SUITE}"
source_dir="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
. "$source_dir/tests/install/machine.sh"

copy_base builder
clone_into builder /srv/ncf
inside builder bash -euc 'cd /srv/ncf
  apt-get --quiet update
  apt-get --quiet --yes --no-install-recommends install devscripts git lintian
  apt-get --quiet --yes --no-install-recommends build-dep .
  bash packaging/debian_packages.sh /srv/packages'

copy_base packages
packages=("$folder/$suite"/builder/srv/packages/*.deb)
mkdir "$folder/$suite/packages/srv/ncf"
cp "${packages[@]}" "$source_dir/tests/install/packages_smoke.sh" \
  "$folder/$suite/packages/srv/ncf"
cp -r "$source_dir/tests/install/consumer" "$folder/$suite/packages/srv/ncf"
install_packages='cd /srv/ncf && apt-get --quiet update && apt-get --quiet --yes'
inside packages bash -c "$install_packages --no-install-recommends install ./*.deb"
inside packages bash -eu /srv/ncf/packages_smoke.sh programs
# The peers and what a consumer is built with come later: our packages bring all they need.
inside packages bash -c "$install_packages --no-install-recommends install \
  netcdf-bin hdf5-tools g++ cmake ninja-build pkg-config man-db python3-h5py"
for part in peers consumer python; do
  inside packages bash -eu /srv/ncf/packages_smoke.sh "$part"
done
inside packages bash -c 'dpkg --purge $(dpkg-query --show --showformat="\${Package}\n" "*ncf*")'
inside packages bash -c 'test -z "$(find / -xdev -regex ".*/\(lib\|.*-\)?ncf[^/]*" \
  -not -path "/srv/*" -not -path "/var/cache/*")"'
echo "the packages are good on $suite"
