#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Proves the Debian packages on a machine that has none of ours: makes them, installs them on a
# minimal Debian 12 made by debootstrap, and does there what packages_smoke.sh does. Takes network,
# root, 2 GB and some minutes; run by hand before a release, not by ctest.
#
#   sudo bash tests/install/fresh_packages.sh FOLDER
#
# FOLDER keeps the machines (base, packages); base is made once.
set -euo pipefail
folder="$(realpath -m "${1:?usage: fresh_packages.sh FOLDER}")"
source_dir="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
. "$source_dir/tests/install/machine.sh"

cd "$source_dir"
rm -f build/package/*.deb
cmake --workflow --preset package

make_base
rm -rf "${folder:?}/packages"
cp -a "$folder/base" "$folder/packages"
mkdir "$folder/packages/srv/ncf"
cp build/package/*.deb tests/install/packages_smoke.sh "$folder/packages/srv/ncf"
cp -r tests/install/consumer "$folder/packages/srv/ncf"
install_packages='cd /srv/ncf && apt-get --quiet update && apt-get --quiet --yes'
inside packages bash -c "$install_packages --no-install-recommends install ./*.deb"
inside packages bash -eu /srv/ncf/packages_smoke.sh programs
# The peers and what a consumer is built with come later: our packages bring all they need.
inside packages bash -c "$install_packages --no-install-recommends install \
  netcdf-bin hdf5-tools g++ cmake ninja-build pkg-config man-db"
inside packages bash -eu /srv/ncf/packages_smoke.sh peers
inside packages bash -eu /srv/ncf/packages_smoke.sh consumer
inside packages dpkg --purge ncf-tools ncf-plugins libncf-dev "$(
  basename "$(echo build/package/libncf[0-9]*.deb)" | sed 's/_.*//')"
inside packages bash -c 'test -z "$(find / -xdev -name "*ncf*" -not -path "/srv/*" \
  -not -path "/var/cache/*")"'
echo "the packages are good"
