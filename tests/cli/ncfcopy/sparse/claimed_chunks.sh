# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Time and memory follow what a file stores. One was never completed, and claims 2^48 chunks; others
# have three chunks where an array has places for 2^29, or a B-tree.
. "$NCF_CASES/prelude.sh"
need_python h5py
ulimit -v 4000000
cp "$NCF_CASES/../fuzz/corpus/netcdf4_reader/claimed-chunks" claims.nc
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy

for name, limits in (("fixed", None), ("extensible", (None,)), ("tree", None)):
    libver = "earliest" if name == "tree" else "latest"
    with h5py.File(f"{name}.nc", "w", libver=libver) as file:
        chunks = file.create_dataset("v", (2**31,), "f4", maxshape=limits, chunks=(4,),
                                     fillvalue=-1)
        chunks.attrs["_FillValue"] = numpy.float32([-1])
        for place in 0, 2**30, 2**31 - 1:
            chunks[place] = 1.25
PYTHON
within_a_minute() {
  timeout 60 "$@" 2>&1 || echo "exit status $?"
}

for file in claims fixed extensible tree; do
  echo "$file:"
  within_a_minute ncfinfo file $file.nc | sed -n 's/  */ /g; s,^/v float ,,p'
  within_a_minute ncfinfo compare $file.nc $file.nc | tail -n 1
  within_a_minute ncfinfo tune $file.nc | grep '^with\|^not tuned'
  within_a_minute ncfcopy --verify -F '*,shuffle|deflate,1' $file.nc out.nc
  within_a_minute ncfinfo compare $file.nc out.nc | tail -n 1
  within_a_minute ncfcopy --verify -c phony_dim_0/64 $file.nc out.nc
  within_a_minute ncfinfo compare --decode $file.nc out.nc | tail -n 1
  within_a_minute ncfcopy --verify -k zarr $file.nc out.zarr
  if [[ -e out.zarr ]]; then
    within_a_minute ncfinfo compare $file.nc out.zarr | tail -n 1
    rm -r out.zarr
  fi
  within_a_minute ncfcopy --plan --quantize '*,error,0.1' $file.nc plan.nc | grep -o 'keeps every .*'
  within_a_minute ncfcopy --kerchunk references.json $file.nc
  grep -so '"v/[0-9.]*"' references.json || echo no chunks
done

echo strings:
"$NCF_PYTHON" - <<'PYTHON'
import h5py

with h5py.File("strings.nc", "w") as file:
    for name, limits in (("fixed", None), ("growing", (None, 2**31))):
        texts = file.create_dataset(name, (3, 2**31), h5py.string_dtype(), maxshape=limits,
                                    chunks=(1, 4096), fillvalue="")
        texts[1, 2**30] = "text"
PYTHON
within_a_minute ncfcopy --verify strings.nc out.nc
within_a_minute ncfinfo compare strings.nc out.nc | tail -n 1
