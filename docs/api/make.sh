#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Builds the reference of the public headers from their comments; a warning is an error.
#
#   bash docs/api/make.sh FOLDER      start at FOLDER/index.html
set -euo pipefail
folder="$(realpath -m "${1:?usage: make.sh FOLDER}")"
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
mkdir -p "$folder"
{
  cat docs/api/Doxyfile
  echo "OUTPUT_DIRECTORY = \"$folder\""
  numbers="$(sed -n 's/^#define NCF_VERSION_[A-Z]* //p' lib/include/ncf/version.hpp)"
  echo "PROJECT_NUMBER = ${numbers//$'\n'/.}"
} | doxygen -
