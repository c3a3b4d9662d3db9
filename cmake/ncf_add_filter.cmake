# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
#   ncf_add_filter(<name> <sources>... [TESTS <sources>...] [NEEDS <option>] [LINKED]
#                  [CODEC [CODEC_FACTS <facts>]] [LIBRARIES <targets>...])
#
# Adds the facts of the filter in the folder <name> to the registry of filters, and makes the
# targets, unless NCF_WITH_<option> is off. <name>/filter.hpp has the facts and declares the kernel:
#   ncf_kernel_<name>   object library: encode and decode over spans, without HDF5
#   ncf_plugin_<name>   the shared object libncf_<name>.so in the plugin folder, with the entry point
#                       of HDF5; that of ncf, unless ncf links the kernel (LINKED); and that of the
#                       first Zarr codec in the facts (CODEC), or of another one (CODEC_FACTS)
#
# TESTS are part of unit_plugins. Global properties list the filters: NCF_FILTERS, of these what was
# built, NCF_PLUGINS, and of these NCF_CODEC_PLUGINS.
function(ncf_add_filter name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "LINKED;CODEC" "NEEDS;CODEC_FACTS" "LIBRARIES;TESTS")

  set_property(GLOBAL APPEND PROPERTY NCF_FILTERS ${name})
  if(arg_NEEDS AND NOT NCF_WITH_${arg_NEEDS})
    return()
  endif()

  add_library(ncf_kernel_${name} OBJECT ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(ncf_kernel_${name}
    PUBLIC ncf_kernel_interface ${arg_LIBRARIES} PRIVATE ncf_warnings)

  set(NCF_KERNEL_IS_LINKED ${arg_LINKED})
  set(NCF_HAS_CODEC ${arg_CODEC})
  set(codec "codecs[0]")
  if(arg_CODEC_FACTS)
    set(codec ${arg_CODEC_FACTS})
  endif()
  configure_file(${PROJECT_SOURCE_DIR}/plugins/common/entry.cpp.in ${name}/entry.cpp @ONLY)
  set(entry ${CMAKE_CURRENT_BINARY_DIR}/${name}/entry.cpp)
  ncf_add_plugin(ncf_plugin_${name} ${entry}
    LIBRARIES ncf_kernel_${name} ncf_warnings)
  set_target_properties(ncf_plugin_${name} PROPERTIES
    OUTPUT_NAME ncf_${name}
    LIBRARY_OUTPUT_DIRECTORY ${NCF_PLUGIN_OUTPUT_DIRECTORY})

  # That of the bundle needs neither a C++ library nor libhdf5: the process that loads it has its own.
  ncf_add_plugin(ncf_bundled_plugin_${name} ${entry}
    LIBRARIES ncf_kernel_${name} ncf_warnings)
  target_link_options(ncf_bundled_plugin_${name} PRIVATE
    -static-libstdc++ -static-libgcc LINKER:--exclude-libs,ALL LINKER:--as-needed)
  set_target_properties(ncf_bundled_plugin_${name} PROPERTIES
    EXCLUDE_FROM_ALL ON
    OUTPUT_NAME ncf_${name}
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bundle/plugins)
  if(NCF_INSTALL)
    install(TARGETS ncf_plugin_${name} LIBRARY DESTINATION ${NCF_PLUGIN_INSTALL_DIR}
      COMPONENT plugins)
  endif()

  set_property(GLOBAL APPEND PROPERTY NCF_PLUGIN_TESTS ${arg_TESTS})
  set_property(GLOBAL APPEND PROPERTY NCF_PLUGINS ${name})
  if(arg_CODEC)
    set_property(GLOBAL APPEND PROPERTY NCF_CODEC_PLUGINS ${name})
  endif()
endfunction()
