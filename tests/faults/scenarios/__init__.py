# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Everything that can go wrong, by kind: a module each, with a list SCENARIOS."""

from scenarios import (concurrent, damaged, dumps, failing_calls, kills, limits, ranks, stores,
                       targets, trees)

MODULES = (kills, failing_calls, limits, targets, concurrent, dumps, damaged, stores, trees, ranks)
ALL = [scenario for module in MODULES for scenario in module.SCENARIOS]
