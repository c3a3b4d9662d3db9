# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Target ncf_warnings: what every target of ours is compiled with.
add_library(ncf_warnings INTERFACE)
target_compile_options(ncf_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wcast-align -Wformat=2
  $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor -Woverloaded-virtual>)
if(NCF_WERROR)
  target_compile_options(ncf_warnings INTERFACE -Werror)
endif()

# For files that are compiled as one: names of one may be shadowed in the next.
add_library(ncf_unity_warnings INTERFACE)
target_compile_options(ncf_unity_warnings INTERFACE -Wno-shadow)
