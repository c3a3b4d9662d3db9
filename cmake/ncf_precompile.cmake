# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
#   ncf_precompile(<target> [<headers>...])
#
# Compiles once what most sources of the target include, and the given headers: reading these again
# for each source takes most of the time of a build. Each source still includes what it uses; the
# presets that set CMAKE_DISABLE_PRECOMPILE_HEADERS prove it. Those of sanitizers set it because
# GCC 12, with both, refuses valid initializer lists.
function(ncf_precompile target)
  target_precompile_headers(${target} PRIVATE
    <algorithm> <filesystem> <fmt/format.h> <fmt/ranges.h> <functional> <map> <memory> <optional>
    <span> <string> <string_view> <vector> ${ARGN})
endfunction()
