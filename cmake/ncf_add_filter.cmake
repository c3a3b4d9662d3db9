# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
#   ncf_add_filter(<name> KERNEL <sources>... [ENTRY <sources>...] [CODEC <sources>...]
#                  [LIBRARIES <targets>...] [TESTS <sources>...])
#
# Makes the targets of one folder under plugins/:
#   ncf_kernel_<name>   object library: encode and decode over spans, without HDF5
#   ncf_plugin_<name>   the shared object libncf_<name>.so in the plugin folder, of
#                         ENTRY   the entry points of HDF5, and our own unless ncf links the kernel
#                         CODEC   the entry points of a Zarr codec
#
# TESTS are part of unit_plugins. Global properties list what was built: NCF_PLUGINS, and of these
# NCF_CODEC_PLUGINS.
function(ncf_add_filter name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "KERNEL;ENTRY;CODEC;LIBRARIES;TESTS")

  add_library(ncf_kernel_${name} OBJECT ${arg_KERNEL})
  target_link_libraries(ncf_kernel_${name}
    PUBLIC ncf_kernel_interface ${arg_LIBRARIES} PRIVATE ncf_warnings)

  ncf_add_plugin(ncf_plugin_${name} ${arg_ENTRY} ${arg_CODEC}
    LIBRARIES ncf_kernel_${name} ncf_warnings)
  set_target_properties(ncf_plugin_${name} PROPERTIES
    OUTPUT_NAME ncf_${name}
    LIBRARY_OUTPUT_DIRECTORY ${NCF_PLUGIN_OUTPUT_DIRECTORY})
  if(NCF_INSTALL)
    install(TARGETS ncf_plugin_${name} LIBRARY DESTINATION ${NCF_PLUGIN_INSTALL_DIR}
      COMPONENT plugins)
  endif()

  list(TRANSFORM arg_TESTS PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  set_property(GLOBAL APPEND PROPERTY NCF_PLUGIN_TESTS ${arg_TESTS})
  set_property(GLOBAL APPEND PROPERTY NCF_PLUGINS ${name})
  if(arg_CODEC)
    set_property(GLOBAL APPEND PROPERTY NCF_CODEC_PLUGINS ${name})
  endif()
endfunction()
