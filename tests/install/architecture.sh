#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Runs the unit tests of another architecture: cross compilers and that architecture's libraries in
# a minimal Debian 12 made by debootstrap, the tests by qemu. s390x is big-endian. Takes network,
# root, 6 GB and an hour; run by hand before a release, not by ctest.
#
#   sudo bash tests/install/architecture.sh FOLDER s390x|arm64
#
# FOLDER/bookworm keeps the machines (base and the architecture's) and the output
# (ARCHITECTURE.log). What is tested is the commit checked out here. The output ends in ctest's
# summary, the exit status is its.
set -euo pipefail
usage="usage: architecture.sh FOLDER s390x|arm64"
folder="$(realpath -m "${1:?$usage}")"
architecture="${2:?$usage}"
suite=bookworm
source_dir="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"

case "$architecture" in
  s390x) processor=s390x ;;
  arm64) processor=aarch64 ;;
  *)
    echo "$usage" >&2
    exit 2
    ;;
esac
triplet="$processor-linux-gnu"

. "$source_dir/tests/install/machine.sh"

libraries=(
  libnetcdf-dev libhdf5-dev libcurl4-openssl-dev libfmt-dev libutf8proc-dev
  zlib1g-dev libdeflate-dev libaec-dev libssl-dev libzstd-dev libbz2-dev liblz4-dev liblzf-dev
  liblzma-dev libblosc-dev libzfp-dev
  libgtest-dev
)
tools=(cmake ninja-build pkg-config "g++-$triplet" qemu-user libcli11-dev python3
  netcdf-bin)

install_packages() {
  inside "$architecture" dpkg --add-architecture "$architecture"
  inside "$architecture" apt-get --quiet update
  inside "$architecture" env DEBIAN_FRONTEND=noninteractive apt-get --quiet --yes \
    --no-install-recommends install "${tools[@]}" "${libraries[@]/%/:$architecture}"
}

run_unit_tests() {
  inside "$architecture" env PKG_CONFIG_LIBDIR="/usr/lib/$triplet/pkgconfig:/usr/share/pkgconfig" \
    cmake -S /srv/ncf -B /srv/build -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR="$processor" \
    -DCMAKE_C_COMPILER="$triplet-gcc" -DCMAKE_CXX_COMPILER="$triplet-g++" \
    -DCMAKE_CROSSCOMPILING_EMULATOR="qemu-$processor" -DNCF_BUILD_EXAMPLES=OFF
  inside "$architecture" cmake --build /srv/build --target tests/unit/all plugins/all
  inside "$architecture" ctest --test-dir /srv/build --parallel "$(nproc)" --output-on-failure \
    --tests-regex '^unit_'
}

copy_base "$architecture"
clone_into "$architecture" /srv/ncf
{
  install_packages
  run_unit_tests
} 2>&1 | tee "$folder/$suite/$architecture.log"
