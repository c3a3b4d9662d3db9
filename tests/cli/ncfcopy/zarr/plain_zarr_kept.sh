# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Unnamed dimensions stay unnamed, and the array keeps its fill value. A name used for two lengths is
# read as two names, with a note.
. "$NCF_CASES/prelude.sh"
mkdir -p in/a in/b in/c
echo '{"zarr_format":2}' >in/.zgroup
for name in a b c; do
  printf '{"zarr_format":2,"shape":[%s],"chunks":[2],"dtype":"<i2","compressor":null,
    "filters":null,"fill_value":7,"order":"C"}' "$([[ $name == c ]] && echo 5 || echo 4)" \
    >in/$name/.zarray
done
echo '{"_ARRAY_DIMENSIONS":["x"]}' | tee in/b/.zattrs >in/c/.zattrs
show() { # STORE ARRAY
  cat "$1/$2/zarr.json" "$1/$2/.zarray" "$1/$2/.zattrs" 2>/dev/null |
    grep -E 'fill_value|_ARRAY|dimension_names' || true
}
try ncfcopy --verify -k zarr in v2
try ncfcopy --verify -V a,b -k zarr3 in v3
try ncfcopy --verify --strict -k zarr v3 v2_again
try ncfcopy --verify --strict -k zarr3 v3 v3_again
for store in v2 v3 v2_again v3_again; do
  for array in a b; do
    echo "$store/$array: $(show $store $array | xargs)"
    values() { ncfdump -v $array "$1" 2>/dev/null | sed '1,/^data:/d'; }
    cmp <(values in) <(values $store)
  done
done
show v2 c
# netCDF has no dimensions without names.
try ncfcopy --verify --strict -V a in a.nc
ncfdump a.nc
# In Zarr v2 an array names all its dimensions or none.
mkdir mixed
sed 's/"shape": .[0-9]*./"shape": [4, 3]/; s/"chunk_shape": .[0-9]*./"chunk_shape": [4, 3]/
  s/"attributes"/"dimension_names": ["y", null], "attributes"/' v3/a/zarr.json >mixed/zarr.json
try ncfcopy --verify --strict -k zarr3 mixed mixed3
grep dimension_names mixed3/array/zarr.json
try ncfcopy --verify -k zarr mixed mixed2
grep _ARRAY mixed2/array/.zattrs
