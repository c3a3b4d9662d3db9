# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Every library we use, found once. README.md names the reason for each.
include(CheckCXXSourceRuns)
include(CMakePushCheckState)

find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)

# Where there are several, the serial one.
pkg_search_module(HDF5 REQUIRED IMPORTED_TARGET hdf5-serial>=1.10 hdf5>=1.10)
pkg_check_modules(NETCDF REQUIRED IMPORTED_TARGET netcdf>=4.9)
find_package(fmt 9 REQUIRED)
set(NCF_FMT fmt::fmt)
if(NCF_HAS_LIBCXX)
  set(NCF_FMT fmt::fmt-header-only)  # the library is compiled for libstdc++
  # fmt 11 calls malloc without including <cstdlib>, which libc++ 21 no longer includes indirectly.
  target_compile_options(fmt::fmt-header-only INTERFACE
    "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include cstdlib>")
endif()
find_package(CLI11 2.1 REQUIRED)
find_package(ZLIB REQUIRED)
pkg_check_modules(LIBCRYPTO REQUIRED IMPORTED_TARGET libcrypto>=3.0)
find_package(BZip2 REQUIRED)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd>=1.4)

# A library without a pkg-config file as target ncf_<name>; only where it is found.
function(ncf_find_library name header)
  find_library(NCF_${name}_LIBRARY ${name})
  find_path(NCF_${name}_INCLUDE_DIR ${header})
  if(NCF_${name}_LIBRARY AND NCF_${name}_INCLUDE_DIR)
    add_library(ncf_${name} INTERFACE)
    target_include_directories(ncf_${name} SYSTEM INTERFACE ${NCF_${name}_INCLUDE_DIR})
    target_link_libraries(ncf_${name} INTERFACE ${NCF_${name}_LIBRARY})
  endif()
endfunction()

# Not by pkg-config, which says that programs are to export it.
ncf_find_library(utf8proc utf8proc.h)
if(NOT TARGET ncf_utf8proc)
  message(FATAL_ERROR "ncf: utf8proc is not found")
endif()

# What a build can do without, if less well: option NCF_WITH_<NAME>, switched off and announced where
# the library is missing. It is found by pkg-config, or, with LIBRARY and HEADER, by itself.
#
#   ncf_find_optional(<NAME> <use> <what the build is without it> MODULE <module>)
#   ncf_find_optional(<NAME> <use> <what the build is without it> LIBRARY <library> HEADER <header>)
function(ncf_find_optional name use without)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "MODULE;LIBRARY;HEADER" "")
  option(NCF_WITH_${name} "${use}" ON)
  if(NCF_WITH_${name})
    if(arg_MODULE)
      pkg_check_modules(${name} IMPORTED_TARGET ${arg_MODULE})
    else()
      ncf_find_library(${arg_LIBRARY} ${arg_HEADER})
    endif()
  endif()
  if(NOT TARGET PkgConfig::${name} AND NOT TARGET ncf_${arg_LIBRARY})
    set(NCF_WITH_${name} OFF PARENT_SCOPE)
    message(STATUS "ncf: ${without}")
  endif()
endfunction()

ncf_find_optional(LIBDEFLATE "Deflate by libdeflate"
  "without libdeflate: deflate runs at a fraction of its speed" MODULE libdeflate>=1.8)
ncf_find_optional(LIBAEC "Szip, by libaec"
  "without libaec: szip only where libhdf5 has it" LIBRARY aec HEADER libaec.h)
ncf_find_optional(LZ4 "Plugins lz4 and bitshuffle, and Zarr's lz4, by liblz4"
  "without liblz4: no plugins lz4 and bitshuffle, no lz4 in Zarr" MODULE liblz4>=1.8)
ncf_find_optional(LZMA "Zarr's lzma, by liblzma"
  "without liblzma: no lzma in Zarr" MODULE liblzma>=5.2)
ncf_find_optional(LZF "Plugin lzf, by liblzf"
  "without liblzf: no plugin lzf" LIBRARY lzf HEADER liblzf/lzf.h)
ncf_find_optional(BLOSC "Plugin blosc, by libblosc"
  "without libblosc: no plugin blosc" MODULE blosc>=1.16)
ncf_find_optional(BLOSC2 "Plugin blosc2, by libblosc2"
  "without libblosc2: no plugin blosc2" MODULE blosc2>=2.11)  # fills in shapes beyond 2 dimensions
ncf_find_optional(ZFP "Plugin zfp, by libzfp"
  "without libzfp: no plugin zfp" LIBRARY zfp HEADER zfp/bitstream.h)  # since zfp 1.0
ncf_find_optional(CURL "Files on servers, by libcurl"
  "without libcurl: no files on servers, except what libnetcdf reads" MODULE libcurl>=7.85)
ncf_find_optional(OPENMPI "Runs by many processes, with Open MPI"
  "without Open MPI: ncfcopy --mpi works only with MPICH" MODULE ompi-c)
ncf_find_optional(MPICH "Runs by many processes, with MPICH"
  "without MPICH: ncfcopy --mpi works only with Open MPI" MODULE mpich)

# H5Z-ZFP reads streams in words of 8 bits. How long those of a libzfp are was decided when it was built.
if(NCF_WITH_ZFP AND NOT CMAKE_CROSSCOMPILING)
  cmake_push_check_state(RESET)
  set(CMAKE_REQUIRED_INCLUDES ${NCF_zfp_INCLUDE_DIR})
  set(CMAKE_REQUIRED_LIBRARIES ${NCF_zfp_LIBRARY})
  check_cxx_source_runs("
    #include <zfp.h>
    int main() { return stream_word_bits == 8 ? 0 : 1; }" NCF_ZFP_HAS_WORDS_OF_8_BITS)
  cmake_pop_check_state()
  if(NOT NCF_ZFP_HAS_WORDS_OF_8_BITS)
    set(NCF_WITH_ZFP OFF)
    message(STATUS "ncf: without a libzfp whose words have 8 bits: no plugin zfp")
  endif()
endif()

# We call libhdf5 in the forms of 1.10, which every later version offers under their names.
target_compile_definitions(PkgConfig::HDF5 INTERFACE H5_USE_110_API)
