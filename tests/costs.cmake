# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Seconds that tests took: python3 tests/results.py costs build/release/test_results.xml
