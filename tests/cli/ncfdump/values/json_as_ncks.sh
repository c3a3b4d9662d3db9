# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# The JSON equals that of ncks, except for the types of attributes.
. "$NCF_CASES/prelude.sh"
need ncks python3
make_input
python3 - <(ncks --json in.nc) <(ncfdump --json in.nc) <<'PYTHON'
import json
import sys


def without_types(node, name=""):
    if not isinstance(node, dict):
        return node
    if name == "attributes":
        return {key: attribute["data"] for key, attribute in node.items()}
    return {key: without_types(value, key) for key, value in node.items()}


with open(sys.argv[1]) as theirs, open(sys.argv[2]) as ours:
    assert json.load(theirs) == without_types(json.load(ours))
print("as ncks has it")
PYTHON
