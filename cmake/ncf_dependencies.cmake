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
find_package(ZLIB REQUIRED)
find_package(BZip2 REQUIRED)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd>=1.4)

# What a build can do without, if less well. Announced when it is missing; option NCF_WITH_<NAME>.
option(NCF_WITH_LIBDEFLATE "Deflate by libdeflate" ON)
option(NCF_WITH_LIBAEC "Szip, by libaec" ON)
if(NCF_WITH_LIBDEFLATE)
  pkg_check_modules(LIBDEFLATE IMPORTED_TARGET libdeflate>=1.8)
endif()
if(NOT NCF_WITH_LIBDEFLATE OR NOT LIBDEFLATE_FOUND)
  set(NCF_WITH_LIBDEFLATE OFF)
  message(STATUS "ncf: without libdeflate: deflate runs at a fraction of its speed")
endif()
if(NCF_WITH_LIBAEC)
  find_library(NCF_LIBAEC_LIBRARY aec)
  find_path(NCF_LIBAEC_INCLUDE_DIR libaec.h)
endif()
if(NCF_WITH_LIBAEC AND NCF_LIBAEC_LIBRARY AND NCF_LIBAEC_INCLUDE_DIR)
  add_library(ncf_libaec INTERFACE)
  target_include_directories(ncf_libaec SYSTEM INTERFACE ${NCF_LIBAEC_INCLUDE_DIR})
  target_link_libraries(ncf_libaec INTERFACE ${NCF_LIBAEC_LIBRARY})
else()
  set(NCF_WITH_LIBAEC OFF)
  message(STATUS "ncf: without libaec: szip only where libhdf5 has it")
endif()

add_library(ncf_hdf5 INTERFACE)
target_include_directories(ncf_hdf5 SYSTEM INTERFACE ${HDF5_C_INCLUDE_DIRS})
target_compile_definitions(ncf_hdf5 INTERFACE ${HDF5_C_DEFINITIONS})
list(GET HDF5_C_LIBRARIES 0 NCF_HDF5_LIBRARY)  # without the libraries of its static build
target_link_libraries(ncf_hdf5 INTERFACE ${NCF_HDF5_LIBRARY})
