# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
#   ncf_add_plugin(<name> KERNEL <sources>... [ENTRY <sources>...] [LIBRARIES <targets>...])
#
# Makes targets of one folder under plugins/:
#   ncf_kernel_<name>   object library: encode and decode over spans, without HDF5
#   ncf_plugin_<name>   the shared object libhdf5 loads, libncf_<name>.so in the plugin folder;
#                       only with ENTRY: HDF5 has some filters itself
function(ncf_add_plugin name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "KERNEL;ENTRY;LIBRARIES")

  add_library(ncf_kernel_${name} OBJECT ${arg_KERNEL})
  target_link_libraries(ncf_kernel_${name}
    PUBLIC ncf_kernel_interface ${arg_LIBRARIES} PRIVATE ncf_warnings)
  if(NOT arg_ENTRY)
    return()
  endif()

  add_library(ncf_plugin_${name} MODULE ${arg_ENTRY})
  target_link_libraries(ncf_plugin_${name} PRIVATE
    ncf_kernel_${name} ncf_h5z_entry ncf_warnings)
  set_target_properties(ncf_plugin_${name} PROPERTIES
    OUTPUT_NAME ncf_${name}
    LIBRARY_OUTPUT_DIRECTORY ${NCF_PLUGIN_OUTPUT_DIRECTORY})
  if(NCF_INSTALL)
    install(TARGETS ncf_plugin_${name} LIBRARY DESTINATION ${NCF_PLUGIN_INSTALL_DIR}
      COMPONENT plugins)
  endif()
endfunction()
