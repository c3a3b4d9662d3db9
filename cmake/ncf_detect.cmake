# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# What the libnetcdf and libhdf5 at hand can do beyond the oldest versions we support.
# The answers go to lib/base/build_config.hpp and are said by every program's --version.
include(CheckCXXSymbolExists)

function(ncf_detect_symbol variable symbol header)
  set(CMAKE_REQUIRED_INCLUDES ${NETCDF_INCLUDE_DIRS} ${HDF5_C_INCLUDE_DIRS})
  set(CMAKE_REQUIRED_LIBRARIES ${NETCDF_LINK_LIBRARIES} ${HDF5_C_LIBRARIES})
  set(CMAKE_REQUIRED_QUIET ON)
  check_cxx_symbol_exists(${symbol} "${header}" ${variable})
  if(${variable})
    message(STATUS "ncf: ${symbol}: yes")
  else()
    message(STATUS "ncf: ${symbol}: no")
  endif()
endfunction()

function(ncf_detect_meta variable macro)
  file(STRINGS "${NCF_NETCDF_META}" line REGEX "#define[ \t]+${macro}[ \t]+1")
  if(line)
    set(${variable} 1 PARENT_SCOPE)
    message(STATUS "ncf: ${macro}: yes")
  else()
    set(${variable} 0 PARENT_SCOPE)
    message(STATUS "ncf: ${macro}: no")
  endif()
endfunction()

find_file(NCF_NETCDF_META netcdf_meta.h HINTS ${NETCDF_INCLUDE_DIRS} REQUIRED)
ncf_detect_meta(NCF_NETCDF_HAS_MULTIFILTERS NC_HAS_MULTIFILTERS)
ncf_detect_meta(NCF_NETCDF_HAS_QUANTIZE NC_HAS_QUANTIZE)
ncf_detect_meta(NCF_NETCDF_HAS_LOGGING NC_HAS_LOGGING)
ncf_detect_symbol(NCF_NETCDF_HAS_PLUGIN_PATH nc_plugin_path_set "netcdf.h;netcdf_filter.h")
ncf_detect_symbol(NCF_HDF5_HAS_CHUNK_ITER H5Dchunk_iter "hdf5.h")
if(NOT NCF_NETCDF_HAS_MULTIFILTERS)
  message(FATAL_ERROR "ncf: this libnetcdf was built without filters (NC_HAS_MULTIFILTERS is 0)")
endif()
