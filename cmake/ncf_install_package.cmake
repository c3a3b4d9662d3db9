# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# What other projects find libncf by: the CMake package `ncf` with the target ncf::ncf, and ncf.pc.
# Both say where things are relative to themselves, so an installation may be moved. Neither asks
# for another library: the public headers need none, and libncf finds its own. The package's
# component `plugin` and ncf-plugin.pc are for third-party plugins; these ask for HDF5.
include(CMakePackageConfigHelpers)

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/ncf")
install(EXPORT ncfTargets NAMESPACE ncf:: DESTINATION ${package_folder} COMPONENT devel)
install(EXPORT ncfPluginTargets NAMESPACE ncf:: DESTINATION ${package_folder} COMPONENT devel)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/ncfConfig.cmake.in ncfConfig.cmake
  INSTALL_DESTINATION ${package_folder}
  NO_SET_AND_CHECK_MACRO)
# As the library's SOVERSION: before 1.0 every minor version may change the interface.
write_basic_package_version_file(ncfConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${CMAKE_CURRENT_BINARY_DIR}/ncfConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/ncfConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/ncf_add_plugin.cmake
  DESTINATION ${package_folder} COMPONENT devel)

# A folder as ncf.pc names it: from the prefix, or as it is where that was asked for.
function(ncf_pkgconfig_folder out folder)
  if(IS_ABSOLUTE "${folder}")
    set(${out} "${folder}" PARENT_SCOPE)
  else()
    set(${out} "\${prefix}/${folder}" PARENT_SCOPE)
  endif()
endfunction()

set(pkgconfig_folder "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(NCF_PC_PREFIX "${CMAKE_INSTALL_PREFIX}")
else()
  file(RELATIVE_PATH up "/${pkgconfig_folder}" "/")
  string(REGEX REPLACE "/$" "" up "${up}")
  set(NCF_PC_PREFIX "\${pcfiledir}/${up}")
endif()
ncf_pkgconfig_folder(NCF_PC_LIBDIR "${CMAKE_INSTALL_LIBDIR}")
ncf_pkgconfig_folder(NCF_PC_INCLUDEDIR "${CMAKE_INSTALL_INCLUDEDIR}")
foreach(name ncf ncf-plugin)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${name}.pc.in ${name}.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc
    DESTINATION ${pkgconfig_folder} COMPONENT devel)
endforeach()
