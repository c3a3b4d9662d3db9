#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Installs the Debian packages ncf needs and this machine lacks, and says which they are.
#
#   bash cmake/install_packages.sh build      to build the library, the programs and the plugins
#   bash cmake/install_packages.sh example    that, and to run examples/quickstart.sh
#   bash cmake/install_packages.sh test       that, and to build and run the tests
#   bash cmake/install_packages.sh develop    that, and for the presets fuzz, tidy and bench
#
# Root installs directly, anyone else through sudo. Nothing is touched when nothing is missing.
# This is the one list of packages; README.md gives the reason for each.
set -euo pipefail

build_packages=(
  g++ cmake ninja-build pkgconf
  libnetcdf-dev libhdf5-dev libcurl4-openssl-dev
  libcli11-dev libfmt-dev libutf8proc-dev
  zlib1g-dev libdeflate-dev libaec-dev libssl-dev
  libzstd-dev libbz2-dev
  liblz4-dev liblzf-dev liblzma-dev libblosc-dev libzfp-dev
  libopenmpi-dev libmpich-dev
)
example_packages=(netcdf-bin)
test_packages=(
  libgtest-dev
  hdf5-tools bzip2 zstd zip unzip
  python3 python3-numpy python3-h5py python3-netcdf4 python3-numcodecs python3-hdf5plugin nco
  python3-zarr python3-xarray python3-h5netcdf python3-dask python3-fsspec
  python3-pip python3-venv mypy patchelf
  hdf5-filter-plugin hdf5-filter-plugin-zfp-serial
  hdf5-filter-plugin-blosc-serial bitshuffle
  groff-base
  debhelper dh-python
  doxygen
  valgrind
  fish zsh
  openmpi-bin mpich
  gfortran libnetcdff-dev
)
# Installed where the suite offers them: Debian 12 has no libblosc2, and only Debian 12 has the
# clang-format whose form our code has; elsewhere the test of the form is skipped.
offered_build_packages=(libblosc2-dev)
offered_test_packages=(clang-format-14)
develop_packages=(
  clang-14 clang libclang-rt-14-dev clang-tidy-14 libbenchmark-dev
)

packages_for() {
  local -a packages=("${build_packages[@]}")
  case "$1" in
    build) ;;
    example) packages+=("${example_packages[@]}") ;;
    test) packages+=("${example_packages[@]}" "${test_packages[@]}") ;;
    develop)
      packages+=("${example_packages[@]}" "${test_packages[@]}" "${develop_packages[@]}") ;;
    *) return 1 ;;
  esac
  printf '%s\n' "${packages[@]}"
}

is_installed() {
  [[ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" == installed ]]
}

is_offered() {
  apt-cache show "$1" >/dev/null 2>&1
}

# as_root COMMAND...
as_root() {
  if [[ "$(id -u)" == 0 ]]; then
    env DEBIAN_FRONTEND=noninteractive "$@"
  elif command -v sudo >/dev/null; then
    sudo env DEBIAN_FRONTEND=noninteractive "$@"
  else
    echo "ncf: not root and no sudo: have these packages installed, then run this again" >&2
    exit 1
  fi
}

# A fresh machine may be busy with its own upgrades: wait for their lock.
apt_get() {
  as_root apt-get --quiet --yes -o DPkg::Lock::Timeout=300 "$@"
}

main() {
  local wanted
  if [[ $# != 1 ]] || ! wanted="$(packages_for "$1")"; then
    echo "usage: bash cmake/install_packages.sh build|example|test|develop" >&2
    exit 2
  fi
  if ! command -v dpkg-query >/dev/null; then
    echo "ncf: not a Debian system: nothing is installed, CMake will say what it misses"
    return
  fi
  local -a missing=()
  local package
  for package in $wanted; do
    is_installed "$package" || missing+=("$package")
  done
  if [[ ${#missing[@]} != 0 ]]; then
    echo "ncf: installing ${missing[*]}"
    apt_get update
  fi
  local -a offered=("${offered_build_packages[@]}")
  if [[ "$1" == test || "$1" == develop ]]; then offered+=("${offered_test_packages[@]}"); fi
  for package in "${offered[@]}"; do
    if ! is_installed "$package" && is_offered "$package"; then missing+=("$package"); fi
  done
  if [[ ${#missing[@]} == 0 ]]; then
    echo "ncf: no package is missing"
    return
  fi
  apt_get --no-install-recommends install "${missing[@]}"
}

main "$@"
