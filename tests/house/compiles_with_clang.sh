# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
#   bash -eu compiles_with_clang.sh CMAKE
#
# The library, the programs and the plugins compile with Clang without warnings. Nothing is built,
# because reading the sources shows all errors.
cmake="$1"
. "$NCF_SOURCE_DIR/tests/cli/prelude.sh"
need clang clang++ ninja python3
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT

quietly "$cmake" -S "$NCF_SOURCE_DIR" -B "$folder" -G Ninja \
  -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON \
  -DNCF_WERROR=ON -DNCF_BUILD_TESTS=OFF
python3 - "$folder/compile_commands.json" >"$folder/commands" <<'END'
import json
import sys

with open(sys.argv[1], encoding="utf-8") as commands:
    for entry in json.load(commands):
        print(entry["command"], "-fsyntax-only")
END
cd "$folder"
xargs --arg-file=commands --delimiter='\n' --max-args=1 --max-procs="$(nproc)" bash -c
echo "$(wc -l <commands) compilations"
