# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# In NCZarr, all texts of a variable have the length of the longest. If this makes them too large to
# be read, they are not written.
. "$NCF_CASES/prelude.sh"
# text BYTES
text() { head -c "$1" /dev/zero | tr '\0' a; }
# strings COUNT BYTES: prints so many strings, the first of so many bytes.
strings() {
  printf 'netcdf in { dimensions: x = %s ; variables: string s(x) ; data: s = "%s" ; }' "$1" \
      "$(text "$2")"
}
strings 2 1048577 >one.cdl
strings 500000 8600 >many.cdl
for name in one many; do
  try ncfgen -k nczarr -o out.zarr $name.cdl
  ls -d out.zarr 2>/dev/null || true
done
try ncfgen -k zarr3 -o one.zarr one.cdl
ncfdump one.zarr | wc -c
