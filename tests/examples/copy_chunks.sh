# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
#   bash -eu copy_chunks.sh COPY_CHUNKS MAKE_MODEL_OUTPUT PYTHON
#
# The example copies files of all kinds, which ncdump reads alike, and the stored chunks of filtered
# variables byte by byte, as h5py sees them. docs/library.md shows it as it is.
program="$1" make_model_output="$2" python="$3"
. "$NCF_SOURCE_DIR/tests/cli/prelude.sh"
need ncdump "$python"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT

sed -n '/^#include/,$p' "$NCF_SOURCE_DIR/examples/copy_chunks.cpp" >"$folder/example"
sed -n '/^\/\/ copy_chunks.cpp/,/^```/p' "$NCF_SOURCE_DIR/docs/library.md" |
  sed '1d;$d' | diff "$folder/example" -

cd "$folder"
small=(--times 2 --levels 2 --latitudes 8 --longitudes 16)
for kind in nc3 nc6 nc5 nc4 nc7; do
  "$make_model_output" --kind "$kind" "${small[@]}" "$kind.nc"
  "$program" "$kind.nc" "copy_$kind.nc" >log
  test "$(ncdump -k "copy_$kind.nc")" = "$(ncdump -k "$kind.nc")"
  ncdump -n same "$kind.nc" >expected
  ncdump -n same "copy_$kind.nc" | diff expected -
done

"$make_model_output" "${small[@]}" --chunk 1,2,4,8 --deflate 3 --shuffle packed.nc
"$program" packed.nc chunks.nc | grep -q '^/t: 8 chunks as stored$'
ncdump -hsn same packed.nc | grep -v _NCProperties >expected
ncdump -hsn same chunks.nc | grep -v _NCProperties | diff expected -

"$program" packed.nc zarr.zarr | grep -q 'as stored'
test -e zarr.zarr/.zmetadata
if "$program" missing.nc other.nc 2>error; then exit 1; fi
grep -q '^missing.nc: no such file$' error
test ! -e other.nc

"$python" -c 'import h5py' || exit 77
"$python" - <<'END'
import h5py
with h5py.File("packed.nc") as a, h5py.File("chunks.nc") as b:
    ids = (a["t"].id, b["t"].id)
    assert ids[0].get_num_chunks() == ids[1].get_num_chunks() == 8
    for n in range(8):
        offset = ids[0].get_chunk_info(n).chunk_offset
        assert ids[0].read_direct_chunk(offset) == ids[1].read_direct_chunk(offset)
END
