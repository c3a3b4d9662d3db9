#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Runs the test scripts of netCDF-C with Debian's tools, then with ours in their place: a script
# that passes with Debian's must pass with ours. --help describes the options.
#
#   bash tests/conformance/netcdf_scripts.sh NETCDF_SOURCE_FOLDER
set -euo pipefail
exec python3 -B "$(dirname "${BASH_SOURCE[0]}")/tools/netcdf_scripts.py" "$@"
