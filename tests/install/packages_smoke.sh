# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
#   bash -eu packages_smoke.sh programs|peers|consumer|python
#
# What fresh_packages.sh and debian/tests run on a machine that has the packages installed: our
# programs alone, then, on what they made, Debian's, somebody else's program, and Python. No environment variable is set, except
# for ncdump of netCDF 4.9.3 or later: its libnetcdf does not search libhdf5's folder.
cd "$(dirname "${BASH_SOURCE[0]}")"

case "$1" in
  programs)
    cat >in.cdl <<'CDL'
netcdf in {
dimensions: x = 16 ;
variables: int v(x) ;
data: v = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 ;
}
CDL
    ncfgen -4 -o in.nc in.cdl
    for plugin in /usr/lib/*/hdf5/serial/plugins/libncf_*.so; do
      filter="$(basename "$plugin" .so | sed s/libncf_//)"
      case "$filter" in zfp) spec=zfp,reversible ;; *) spec="$filter" ;; esac
      ncfcopy -F "*,$spec" -c x/16 in.nc "$filter.filtered.nc"
      ncfdump "$filter.filtered.nc" | grep -q 'v = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 ;'
    done
    ncfdump -s zstd.filtered.nc | grep -q 'v:_Filter = "32015,3"'
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
    for filtered in ./*.filtered.nc; do
      "${dumping[@]}" "$filtered" | tail -n +2 | diff in.text -
      h5dump -d /v "$filtered" | grep -q '(0): 1, 2, 3, 4, 5, 6'
    done
    for page in ncfcopy ncfdump ncfgen ncfinfo ncf-cdl ncf-filter-spec ncf-servers ncf-zarr \
        ncf-plugins; do
      man "$page" | grep -q "^NAME"
    done
    ;;
  consumer)
    cmake -S consumer -B by_cmake -G Ninja
    cmake --build by_cmake
    { by_cmake/plan made.nc && by_cmake/parse; } | diff consumer/expected.txt -
    read -ra flags <<<"$(pkg-config --cflags --libs ncf)"
    c++ -std=c++20 -o plan consumer/plan.cpp "${flags[@]}"
    cc -o parse consumer/parse.c "${flags[@]}"
    { ./plan made.nc && ./parse; } | diff consumer/expected.txt -
    ;;
  python)
    python3 -c '
import h5py
import ncf
ncf.copy("in.nc", "python.nc", filters=["*,zstd"], chunks={"x": 16})
ncf.use_plugins()
assert list(h5py.File("python.nc")["v"]) == list(range(1, 17))'
    ;;
esac
