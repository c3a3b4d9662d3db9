# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Paths have at most 4096 bytes, so memory grows with the file: paths are kept whole at each of its
# levels.
. "$NCF_CASES/prelude.sh"
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py


def nest(name, depth, group_name):
    with h5py.File(name, "w", libver="latest") as file:
        group = file
        for _ in range(depth):
            group = group.create_group(group_name)
        group["v"] = 5


nest("longest.nc", 2047, "g")  # 4094 bytes, and 2 for the variable
nest("longer.nc", 2048, "g")
nest("deep.nc", 40000, "g")
nest("long_names.nc", 9, "g" * 500)
PYTHON
ulimit -v 2000000
ncfcopy --verify longest.nc out.nc
ncfdump longest.nc | sed -n 's,  *v = ,v = ,p'
for program in ncfdump 'ncfinfo file' 'ncfinfo compare longest.nc'; do
  for file in longer.nc deep.nc long_names.nc; do
    try $program $file
  done
done
try ncfcopy deep.nc deep_out.nc
test ! -e deep_out.nc
