# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
ncfcopy --version | grep -v '^libcurl '  # which is optional
ncfcopy --help | head -n 2
ln -s "$NCF_BIN/ncfcopy" nccopy
./nccopy --nosuch 2>&1 || true
