# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A truncated classic file is an error; libnetcdf reads zeros beyond its end.
. "$NCF_CASES/prelude.sh"
for kind in 3 6 5; do
  make_input in.nc "-$kind"
  truncate -s -8 in.nc
  size=$(stat -c %s in.nc)
  for options in "" -r; do
    ncfcopy $options in.nc out.nc 2>&1 | sed "s/$size bytes/SIZE bytes/; s/of [0-9]*$/of MORE/"
  done
done
ls
