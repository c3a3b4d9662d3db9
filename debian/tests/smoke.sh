# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
#   bash -eu smoke.sh PART...
#
# For autopkgtest: parts of tests/install/packages_smoke.sh, with the installed packages.
cp -r tests/install "$AUTOPKGTEST_TMP"
for part in "$@"; do
  bash -eu "$AUTOPKGTEST_TMP/install/packages_smoke.sh" "$part"
done
