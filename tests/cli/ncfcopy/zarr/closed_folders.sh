# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A folder of a tree that may not be read is a failure, but does not stop the other copies.
. "$NCF_CASES/prelude.sh"
if [[ "$(id -u)" == 0 ]]; then
  echo "root may read everything"
  exit 77
fi
mkdir -p tree/closed tree/open out
make_input tree/closed/a.nc
make_input tree/open/a.nc
chmod 000 tree/closed
try ncfcopy --into out tree
chmod 700 tree/closed
find out -name '*.nc'

# Its row in the report has the name of the input.
chmod 000 tree/closed
ncfcopy --into out --report tree 2>errors | sed -n 's/^\(tree[^ ]* *failed\).*/\1/p'
chmod 700 tree/closed
