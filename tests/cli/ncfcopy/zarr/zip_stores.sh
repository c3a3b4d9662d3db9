# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Zarr stores in zip files: as outputs and inputs, many of them, and damaged ones, each of which is
# one error and leaves nothing behind.
. "$NCF_CASES/prelude.sh"
need python3
cat >in.cdl <<'CDL'
netcdf in {
dimensions: x = 4 ;
variables: int v(x) ; v:_ChunkSizes = 2 ;
data: v = 1, 2, 3, 4 ;
}
CDL
ncfgen -4 -o in.nc in.cdl
names() { python3 -c 'import sys, zipfile; print(*zipfile.ZipFile(sys.argv[1]).namelist())' "$1"; }
for kind in zarr nczarr zarr3; do
  try ncfcopy -k "$kind" in.nc "$kind.zip"
  names "$kind.zip"
  cmp <(ncfdump -n in "$kind.zip") <(ncfdump -n in in.nc) && echo same values
done
try ncfgen -o generated.zip in.cdl
names generated.zip
# A zip file is replaced completely, and not by another kind of output.
try ncfcopy --in-place -d 1 zarr.zip
ncfdump -hs zarr.zip | grep _DeflateLevel
try ncfcopy --in-place --if-smaller nczarr.zip
try ncfcopy --if-smaller in.nc zarr.zip
try ncfcopy zarr.zip ./zarr.zip
mkdir tree out
cp zarr.zip tree/a.zarr.zip
cp in.nc tree/b.nc
echo text >text
python3 -c 'import zipfile; zipfile.ZipFile("tree/other.zip", "w").write("text")'
try ncfcopy --into out --rename '{name}.zip' -k zarr3 --verify tree
try ncfcopy --into out --rename '{name}.zip' -k zarr3 --resume tree
ls out
try ncfdump tree/other.zip
# Damaged zip files.
ncfcopy -k nczarr in.nc folder_of_store.zip
python3 - <<'PYTHON'
import struct, zipfile

def read(name):
    with open(name, "rb") as file:
        return file.read()

def write(name, data):
    with open(name, "wb") as file:
        file.write(data)

good = read("generated.zip")
directory = good.index(b"PK\1\2")
end = good.index(b"PK\5\6")
record = good.rindex(b"PK\1\2", 0, good.index(b"v/1", directory))  # of the chunk v/1

def changed(offset, form, value):
    data = bytearray(good)
    struct.pack_into(form, data, offset, value)
    return bytes(data)

write("cut.zip", good[:-10])
write("directory.zip", changed(end + 16, "<I", directory - 1))
write("encrypted.zip", changed(record + 8, "<H", 1))
write("method.zip", changed(record + 10, "<H", 14))
write("checksum.zip", changed(record + 16, "<I", 1))
write("size.zip", changed(record + 24, "<I", 7))
write("longer.zip", changed(record + 20, "<I", 1 << 30))
write("overlap.zip", changed(record + 42, "<I", 1))
write("header.zip", changed(struct.unpack_from("<I", good, record + 42)[0] + 30, "<B", ord("w")))
nczarr = read("folder_of_store.zip")
place = nczarr.rindex(b"folder_of_store/v/1")  # in the directory; NCZarr stores are in a folder
write("folder.zip", nczarr[:place] + b"F" + nczarr[place + 1:])
write("hidden.zip", changed(record + 46, "3s", b".v1"))
write("name.zip", changed(record + 46, "3s", b"v/9"))
for name, key in ("up", "../v"), ("absolute", "/etc/passwd"):
    write(f"{name}.zip", good)
    with zipfile.ZipFile(f"{name}.zip", "a") as file:
        file.writestr(key, "x")
PYTHON
# The parts of a shard are read one by one; its checksum is that of all.
ncfcopy -k zarr3 --shards x/4 -F none in.nc shard.zip
python3 - <<'PYTHON'
with open("shard.zip", "r+b") as file:
    place = file.read().index(b"\1\0\0\0\2\0\0\0")  # the values 1 and 2
    file.seek(place)
    file.write(b"\5")
PYTHON
for name in shard folder hidden cut directory encrypted method checksum size longer overlap header name up absolute; do
  try ncfcopy "$name.zip" bad.nc
done
ls -A | grep -E '^(bad|\.)' || echo nothing is left
