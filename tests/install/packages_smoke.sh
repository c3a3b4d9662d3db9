# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
#   bash -eu packages_smoke.sh programs|peers|consumer
#
# What fresh_packages.sh runs on the machine the packages are installed on: our programs alone, then
# Debian's on what they made, then somebody else's program. No environment variable is set, except
# for ncdump of netCDF 4.9.3 or later: its libnetcdf does not search libhdf5's folder.
cd "$(dirname "${BASH_SOURCE[0]}")"

case "$1" in
  programs)
    echo 'netcdf in { dimensions: x = 6 ; variables: int v(x) ; data: v = 1, 2, 3, 4, 5, 6 ; }' \
      >in.cdl
    ncfgen -4 -o in.nc in.cdl
    for filter in zstd,3 bzip2,9 blosc lz4 lzf bitshuffle zfp,reversible; do
      ncfcopy -F "*,$filter" -c x/6 in.nc "${filter%,*}.nc"
      ncfdump "${filter%,*}.nc" | grep -q 'v = 1, 2, 3, 4, 5, 6 ;'
    done
    ncfdump -s zstd.nc | grep -q 'v:_Filter = "32015,3"'
    ncfinfo doctor
    ;;
  peers)
    dumping=(ncdump)
    if dpkg --compare-versions "$(dpkg-query --show --showformat='${Version}' netcdf-bin)" ge 1:4.9.3
    then
      plugins="$(dirname /usr/lib/*/hdf5/serial/plugins/libncf_zstd.so)"
      dumping=(env HDF5_PLUGIN_PATH="$plugins" ncdump)
    fi
    ncdump in.nc | tail -n +2 >in.text
    for filter in zstd bzip2 blosc lz4 lzf bitshuffle zfp; do
      "${dumping[@]}" "$filter.nc" | tail -n +2 | diff in.text -
      h5dump -d /v "$filter.nc" | grep -q '(0): 1, 2, 3, 4, 5, 6'
    done
    for page in ncfcopy ncfdump ncfgen ncfinfo ncf-cdl ncf-filter-spec ncf-zarr ncf-plugins; do
      man "$page" | grep -q "^NAME"
    done
    ;;
  consumer)
    cmake -S consumer -B by_cmake -G Ninja
    cmake --build by_cmake
    { by_cmake/plan in.nc && by_cmake/parse; } | diff consumer/expected.txt -
    read -ra flags <<<"$(pkg-config --cflags --libs ncf)"
    c++ -std=c++20 -o plan consumer/plan.cpp "${flags[@]}"
    cc -o parse consumer/parse.c "${flags[@]}"
    { ./plan in.nc && ./parse; } | diff consumer/expected.txt -
    ;;
esac
