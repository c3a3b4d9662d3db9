#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Builds netCDF-C with the filters of its Zarr, which Debian's lacks, and compares both on stores
# that either wrote.
#
#   bash tests/conformance/with_newer_netcdf.sh NETCDF_SOURCE_FOLDER [CASE...]
#
# The folder holds netCDF-C 4.9.3 or later and stays as it is: the build is in build/newer_netcdf.
# It needs m4, libzip and the libraries of zstd, bzip2, blosc and szip. The programs compared with it
# are those of build/release.
set -euo pipefail
source="$(realpath "${1:?usage: with_newer_netcdf.sh NETCDF_SOURCE_FOLDER [CASE...]}")"
shift
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
build="$PWD/build/newer_netcdf"

options=(-DCMAKE_BUILD_TYPE=Release -DNETCDF_ENABLE_NCZARR=ON)
for feature in DAP REMOTE_FUNCTIONALITY BYTERANGE S3 TESTS EXAMPLES LIBXML2 FILTER_TESTING; do
  options+=("-DNETCDF_ENABLE_$feature=OFF")
done
mkdir -p "$build"
cmake -S "$source" -B "$build" -G Ninja "${options[@]}" >"$build.log" 2>&1 || {
  tail -20 "$build.log"
  exit 1
}
cmake --build "$build" >>"$build.log" 2>&1 || {
  tail -20 "$build.log"
  exit 1
}

python=/usr/bin/python3
[[ -x "$python" ]] || python=python3
PYTHONPATH=tests/support exec "$python" -B tests/conformance/tools/newer_netcdf.py \
  --netcdf "$build" --ours "$PWD/build/release" "$@"
