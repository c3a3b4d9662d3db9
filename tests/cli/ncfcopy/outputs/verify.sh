# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A verified copy says so; progress is shown only on request.
. "$NCF_CASES/prelude.sh"
make_input
for options in "" "-d 4 -s" "-k cdf5" "-w" "--quantize w,bitround,3" "-c v:2,2 -j 2"; do
  # shellcheck disable=SC2086
  ncfcopy --verify --report $options in.nc out.nc 2>&1 | grep -o "read back and verified"
done
try ncfcopy --verify --progress --no-progress in.nc out.nc
ncfcopy --report=json --verify in.nc out.nc | grep '"verified"'
ncfcopy --report=json in.nc out.nc | grep '"verified"'
# Unwritten values may be written by the store or stay unwritten: they read as the fill value.
mkdir -p sparse.zarr/b
echo '{"zarr_format":2}' >sparse.zarr/.zgroup
echo '{"_ARRAY_DIMENSIONS":["x","y"]}' >sparse.zarr/b/.zattrs
cat >sparse.zarr/b/.zarray <<'JSON'
{"zarr_format":2,"shape":[10,4],"chunks":[2,4],"dtype":"<f4","compressor":null,"filters":null,
 "fill_value":null,"order":"C"}
JSON
printf '%32s' '' >sparse.zarr/b/0.0
printf '%32s' '' >sparse.zarr/b/3.0
ncfcopy sparse.zarr sparse.nc
ncgen -4 -o short.nc <<'CDL'
netcdf short {
dimensions: t = UNLIMITED ; y = 4 ;
variables: float b(t, y) ; b:_ChunkSizes = 1, 4 ; float whole(t, y) ; whole:_ChunkSizes = 2, 4 ;
data: b = 1, 2, 3, 4, 5, 6, 7, 8 ;
  whole = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20 ;
}
CDL
values() { ncfdump -v b "$1" | sed '1,/^data:/d'; }
for input in sparse short; do
  for output in out.nc out.zarr "file://$PWD/out2.zarr#mode=nczarr,file" \
                "file://$PWD/out3.zarr#mode=zarr,v3,file"; do
    for options in "" "-d 2" "-c b:2,3" "-w"; do
      # shellcheck disable=SC2086
      ncfcopy --verify $options "$input.nc" "$output"
      cmp <(values "$input.nc") <(values "$output") || echo "$input to $output"
      rm -r out*
    done
  done
  ncfcopy --verify -F b,nbit "$input.nc" out.nc
done
# A lossy filter must keep its bound; stored bytes that are copied are compared.
ncfcopy --verify -F w,scaleoffset,digits=0 in.nc lossy.nc
ncfcopy --verify --report -F v,scaleoffset,bits=0 lossy.nc out.nc |
  grep -oE "^/w.*passthrough|read back and verified"
# Large parts that were never written are missing in Zarr v2, too: their fill value is in the
# metadata, where readers take it for a _FillValue.
ncgen -4 -o large.nc <<'CDL'
netcdf large { dimensions: x = 20000000 ; variables: float v(x) ; v:_ChunkSizes = 1000000 ; }
CDL
try ncfcopy --verify -k zarr large.nc large.zarr
# Types have no names in Zarr.
ncgen -4 -o opaque.nc <<'CDL'
netcdf opaque {
types: opaque(3) tag_type ;
dimensions: x = 2 ;
variables: tag_type v(x) ; tag_type v:_FillValue = 0X010203 ;
data: v = 0X010204, 0X010205 ;
}
CDL
for kind in zarr zarr3; do
  try ncfcopy --verify -k $kind opaque.nc opaque.$kind
done
