# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Every library we use, found once. README.md names the reason for each.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)

set(HDF5_PREFER_PARALLEL OFF)
find_package(HDF5 1.10 REQUIRED COMPONENTS C)
pkg_check_modules(NETCDF REQUIRED IMPORTED_TARGET netcdf>=4.9)
find_package(fmt 9 REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(nlohmann_json 3.9 REQUIRED)
find_package(BZip2 REQUIRED)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd>=1.4)

add_library(ncf_hdf5 INTERFACE)
target_include_directories(ncf_hdf5 SYSTEM INTERFACE ${HDF5_C_INCLUDE_DIRS})
target_compile_definitions(ncf_hdf5 INTERFACE ${HDF5_C_DEFINITIONS})
list(GET HDF5_C_LIBRARIES 0 NCF_HDF5_LIBRARY)  # without the libraries of its static build
target_link_libraries(ncf_hdf5 INTERFACE ${NCF_HDF5_LIBRARY})
