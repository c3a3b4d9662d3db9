# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Everything that can go wrong, by kind: a module each, with a list SCENARIOS."""

from scenarios import concurrent, damaged, dumps, failing_calls, kills, limits, targets

ALL = [scenario for module in (kills, failing_calls, limits, targets, concurrent, dumps,
                                        damaged)
       for scenario in module.SCENARIOS]
