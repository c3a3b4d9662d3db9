# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Unwritten values keep the value that they read as, also in records that are added later, even if
# no attribute states it.
. "$NCF_CASES/prelude.sh"
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py

with h5py.File("in.nc", "w") as file:
    for name, options in ("plain", {}), ("packed", {"compression": "gzip"}):
        options |= {"maxshape": (None,), "chunks": (4,), "dtype": "i4", "fillvalue": 9}
        file.create_dataset(name, (6,), **options)[0:2] = 1
PYTHON
for options in "" "-d 2 -s" "-c phony_dim_0/3"; do
  try ncfcopy --verify $options in.nc out.nc
  "$NCF_PYTHON" - <<'PYTHON'
import h5py

with h5py.File("out.nc", "a") as file:
    for name in "plain", "packed":
        file[name].resize((9,))
        print(name, file[name].fillvalue, file[name][()])
PYTHON
  rm out.nc
done
