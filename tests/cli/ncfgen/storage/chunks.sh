# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Filtered chunks are encoded on all threads while the text is read. The file equals that of
# libnetcdf for the same text (-P), for any number of threads, with values that end early, two
# unlimited dimensions, and values that only libnetcdf writes. An error found late leaves no output.
. "$NCF_CASES/prelude.sh"
need ncdump taskset
numbers() { seq -f "$1" -s ', ' 1 "$2"; }
{
  echo 'netcdf in { dimensions: t = unlimited, u = unlimited ; x = 300 ; y = 107 ;'
  echo 'variables:'
  echo '  double w(t, x) ; w:_FillValue = -7. ; w:_Filter = "zstd,3" ; w:_ChunkSizes = 9, 100 ;'
  echo '    w:_Endianness = "big" ;'
  echo '  short s(t, x, y) ; s:_DeflateLevel = 1 ; s:_Shuffle = "true" ; s:_ChunkSizes = 1, 33, 47 ;'
  echo '  float f(u, x, y) ; f:_Filter = "fletcher32|shuffle|deflate,2" ;'
  echo '  string names(x) ; float few(u) ; few:_DeflateLevel = 1 ;'
  echo '  int never(t, x, y) ; never:_DeflateLevel = 2 ;'
  echo 'data: names = "a", "b" ;'
  echo "w = $(numbers %g.5 40150) ;"
  echo "f = $(numbers %g 64300) ;"
  echo 'few = 1, 2, 3 ;'
  echo "s = $(numbers %g 32000), _, $(numbers %g 32000), $(numbers %g 32000), $(numbers %g 32000), 5 ;"
  echo '}'
} > in.cdl
ncfgen -o out.nc in.cdl
ncfgen -P -o serial.nc in.cdl
taskset -c 0 ncfgen -o alone.nc in.cdl
ncfgen -j 3 --max-memory 1K -o limited.nc in.cdl
ncfgen -k nczarr -o out.zarr in.cdl
export HDF5_PLUGIN_PATH="$NCF_PLUGINS"
cmp out.nc alone.nc
cmp out.nc limited.nc && echo same
cmp <(ncdump -s -n in out.nc) <(ncdump -s -n in serial.nc) && echo same
cmp <(ncfdump -n in out.zarr) <(ncfdump -n in serial.nc) && echo same
sed -i 's/^few = 1/few = "x"/; s/, 5 ;$/, 70000 ;/' in.cdl
ncfgen -o faulty.nc in.cdl 2>&1 | sed 's/: error.*/: error/' | grep in.cdl
test ! -e faulty.nc
