# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Each command has its own command line; without a command there is only help.
. "$NCF_CASES/prelude.sh"
try ncfinfo
try ncfinfo filter
try ncfinfo tun in.nc
try ncfinfo open in.nc
try ncfinfo --json filters
try ncfinfo filters --all
try ncfinfo filters more
try ncfinfo filters --plugin-path ""
ncfinfo filters --help | head -n 2
try ncfinfo --completion tcsh
