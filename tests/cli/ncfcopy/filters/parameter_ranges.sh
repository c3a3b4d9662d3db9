# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Parameters are checked before any file is opened.
. "$NCF_CASES/prelude.sh"
try ncfcopy -F '*,307,900' nosuch.nc out.nc
try ncfcopy -F '*,32001,5' nosuch.nc out.nc
try ncfcopy -F '*,zstd,level=99' nosuch.nc out.nc
try ncfcopy -F '*,zst,3' nosuch.nc out.nc
try ncfcopy -F '*,zstd,speed=3' nosuch.nc out.nc
