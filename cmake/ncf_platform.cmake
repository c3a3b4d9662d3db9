# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Says so where ncf is built for a platform that it is not tested on. CONTRIBUTING.md lists those
# that it is.
include(CheckCXXSymbolExists)

if(CMAKE_SIZEOF_VOID_P LESS 8)
  message(WARNING "ncf is made for 64-bit platforms and tested on no 32-bit one: it may not build, "
    "and files larger than the address space cannot be copied.")
endif()

check_cxx_symbol_exists(_LIBCPP_VERSION version NCF_HAS_LIBCXX)

check_cxx_symbol_exists(__GLIBC__ features.h NCF_HAS_GLIBC)
if(NOT NCF_HAS_GLIBC)
  message(WARNING "ncf is tested with the GNU C library only: with another one, such as musl, it "
    "may not build, and may behave otherwise.")
endif()
