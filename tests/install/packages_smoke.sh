# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
#   bash -eu packages_smoke.sh programs|peers|consumer
#
# What fresh_packages.sh runs on the machine the packages are installed on: our programs alone, then
# Debian's on what they made, then somebody else's program. No environment variable is set, but for
# libnetcdf since 4.9.3, which does not look in libhdf5's own folder without one.
cd "$(dirname "${BASH_SOURCE[0]}")"

case "$1" in
  programs)
    echo 'netcdf in { dimensions: x = 6 ; variables: int v(x) ; data: v = 1, 2, 3, 4, 5, 6 ; }' \
      >in.cdl
    ncfgen -4 -o in.nc in.cdl
    for filter in zstd,3 bzip2,9 blosc lz4 lzf bitshuffle; do
      ncfcopy -F "*,$filter" -c x/6 in.nc "${filter%,*}.nc"
      ncfdump "${filter%,*}.nc" | grep -q 'v = 1, 2, 3, 4, 5, 6 ;'
    done
    ncfdump -s zstd.nc | grep -q 'v:_Filter = "32015,3"'
    ncfinfo doctor
    ;;
  peers)
    if dpkg --compare-versions "$(dpkg-query --show --showformat='${Version}' netcdf-bin)" ge 1:4.9.3
    then
      HDF5_PLUGIN_PATH="$(dirname /usr/lib/*/hdf5/serial/plugins/libncf_zstd.so)"
      export HDF5_PLUGIN_PATH
    fi
    ncdump in.nc | tail -n +2 >in.text
    for filter in zstd bzip2 blosc lz4 lzf bitshuffle; do
      ncdump "$filter.nc" | tail -n +2 | diff in.text -
      h5dump -d /v "$filter.nc" | grep -q '(0): 1, 2, 3, 4, 5, 6'
    done
    for page in ncfcopy ncfdump ncfgen ncfinfo ncf-cdl ncf-filter-spec ncf-plugins; do
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
