# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
#   ncf_add_plugin(<target> <sources>... [LIBRARIES <targets>...])
#
# Makes the plugin lib<target>.so: a shared object that shows only the entry points described in
# man ncf-plugins. The target's property LIBRARY_OUTPUT_DIRECTORY names its folder in the build tree.
# Part of the CMake package ncf, component plugin.
function(ncf_add_plugin target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBRARIES")
  add_library(${target} MODULE ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${target} PRIVATE ncf::plugin ${arg_LIBRARIES})
  # The archive shares code with libncf, whose public functions a plugin must not show as its own.
  target_link_options(${target} PRIVATE LINKER:--exclude-libs,libncf_plugin.a)
  set_target_properties(${target} PROPERTIES
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON)
endfunction()
