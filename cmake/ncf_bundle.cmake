# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Target bundle: an archive in the build folder that runs from any folder (packaging/bundle).
# Target wheel: the same for pip.
find_package(Python3 REQUIRED COMPONENTS Interpreter)

get_property(plugins GLOBAL PROPERTY NCF_PLUGINS)
get_property(mpi_modules GLOBAL PROPERTY NCF_MPI_MODULES)
list(TRANSFORM plugins PREPEND ncf_bundled_plugin_ OUTPUT_VARIABLE bundled_plugins)
set(all)
if(NCF_BUILD_TESTS AND NOT NCF_SANITIZER)
  set(all ALL)
endif()
add_custom_target(bundled_plugins ${all})
add_dependencies(bundled_plugins ${bundled_plugins})
list(TRANSFORM plugins PREPEND ncf_plugin_)
list(TRANSFORM mpi_modules PREPEND ncf_)
set(bundle_folder ${PROJECT_BINARY_DIR}/bundle)
set(bundle ${bundle_folder}/ncf-${PROJECT_VERSION}-linux-${CMAKE_HOST_SYSTEM_PROCESSOR})

add_custom_target(bundle
  COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/packaging/bundle/make_bundle.py
    --cmake ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR} --plugins ${bundle_folder}/plugins
    --version ${PROJECT_VERSION} --output ${bundle_folder}
  VERBATIM USES_TERMINAL)
add_dependencies(bundle ncfcopy ncfdump ncfgen ncfinfo ncf ncf_libnetcdf ncf_plugin
  ${plugins} bundled_plugins ${mpi_modules})
if(TARGET ncf_curl)
  add_dependencies(bundle ncf_curl)
endif()

add_custom_target(wheel
  COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/packaging/bundle/make_wheel.py
    --bundle ${bundle} --output ${bundle_folder}
  VERBATIM USES_TERMINAL)
add_dependencies(wheel bundle)
