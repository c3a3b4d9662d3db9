# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
#   ncf_add_plugin(<name> KERNEL <sources>... [ENTRY <sources>...] [CODEC <sources>...] [BINDS]
#                  [LIBRARIES <targets>...] [TESTS <sources>...] [FOLDER <folder>])
#
# Makes targets of one folder under plugins/:
#   ncf_kernel_<name>   object library: encode and decode over spans, without HDF5
#   ncf_plugin_<name>   the shared object libncf_<name>.so in the plugin folder, of
#                         ENTRY   the entry points of HDF5, and our own unless ncf links the kernel
#                         CODEC   the entry points of a Zarr codec; with BINDS they ask libnetcdf
#                                 about the variable, which the parameters depend on
#
# TESTS are part of unit_plugins. Global properties list what was built: NCF_PLUGINS, and of these
# NCF_CODEC_PLUGINS. With FOLDER the shared object is made there and not installed.
function(ncf_add_plugin name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "BINDS" "FOLDER"
    "KERNEL;ENTRY;CODEC;LIBRARIES;TESTS")

  add_library(ncf_kernel_${name} OBJECT ${arg_KERNEL})
  target_link_libraries(ncf_kernel_${name}
    PUBLIC ncf_kernel_interface ${arg_LIBRARIES} PRIVATE ncf_warnings)

  add_library(ncf_plugin_${name} MODULE ${arg_ENTRY} ${arg_CODEC})
  target_link_libraries(ncf_plugin_${name} PRIVATE ncf_kernel_${name} ncf_warnings)
  if(arg_ENTRY)
    target_link_libraries(ncf_plugin_${name} PRIVATE ncf_h5z_entry)
  endif()
  if(arg_CODEC)
    target_link_libraries(ncf_plugin_${name} PRIVATE ncf_codec_entry)
  endif()
  if(arg_CODEC AND arg_BINDS)
    target_link_libraries(ncf_plugin_${name} PRIVATE ncf_codec_variable)
  endif()
  if(arg_FOLDER)
    set(folder ${arg_FOLDER})
  else()
    set(folder ${NCF_PLUGIN_OUTPUT_DIRECTORY})
    list(TRANSFORM arg_TESTS PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
    set_property(GLOBAL APPEND PROPERTY NCF_PLUGINS ${name})
    set_property(GLOBAL APPEND PROPERTY NCF_PLUGIN_TESTS ${arg_TESTS})
    if(arg_CODEC)
      set_property(GLOBAL APPEND PROPERTY NCF_CODEC_PLUGINS ${name})
    endif()
  endif()
  set_target_properties(ncf_plugin_${name} PROPERTIES
    OUTPUT_NAME ncf_${name}
    LIBRARY_OUTPUT_DIRECTORY ${folder})
  if(NCF_INSTALL AND NOT arg_FOLDER)
    install(TARGETS ncf_plugin_${name} LIBRARY DESTINATION ${NCF_PLUGIN_INSTALL_DIR}
      COMPONENT plugins)
    if(arg_ENTRY)
      set_property(GLOBAL APPEND PROPERTY NCF_HDF5_PLUGINS libncf_${name}.so)
    endif()
  endif()
endfunction()
