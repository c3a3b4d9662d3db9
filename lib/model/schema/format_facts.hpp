// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What each format can hold, stated once: what checks schemas, adapts them to a format, compares
// them or explains them reads it here.
//
// source: NetCDF Users Guide, appendix B; netcdf-c 4.9.0, nczarr.md; Zarr specifications 2 and 3
#pragma once

#include "model/values/type.hpp"
#include "ncf/format.hpp"

namespace ncf::model {

struct FormatFacts {
  enum class Unlimited {
    first,     ///< one dimension, before all others of a variable
    single,    ///< one dimension
    any,       ///< all dimensions
    as_fixed,  ///< readers see fixed ones
  };

  TypeClass largest_type = TypeClass::compound;  ///< those up to it exist
  bool has_groups = false;                       ///< and types of users
  bool types_attributes = true;                  ///< attributes have types, as variables have
  Unlimited unlimited = Unlimited::any;
  bool has_empty_dimensions = false;  ///< fixed ones of length 0; otherwise 0 means "unlimited"
  bool has_lone_dimensions = true;    ///< those that no variable has
  bool has_long_chunks = true;        ///< chunks that are longer than a fixed dimension
  unsigned size_bits = 64;            ///< of lengths, sizes and offsets
};

constexpr FormatFacts facts_of(Format format) noexcept {
  using Unlimited = FormatFacts::Unlimited;
  FormatFacts facts;
  switch (format) {
    case Format::classic:
    case Format::offset64:
      facts.largest_type = TypeClass::double_;
      facts.unlimited = Unlimited::first;
      facts.size_bits = format == Format::classic ? 31 : 32;
      break;
    case Format::cdf5:
      facts.largest_type = TypeClass::uint64;
      facts.unlimited = Unlimited::first;
      break;
    case Format::netcdf4_classic:
      facts.largest_type = TypeClass::double_;
      facts.unlimited = Unlimited::single;
      break;
    case Format::netcdf4:
      facts.has_groups = true;
      break;
    case Format::nczarr:
    case Format::zarr2:
    case Format::zarr3:
      facts.has_groups = true;
      facts.types_attributes = false;
      facts.unlimited = Unlimited::as_fixed;
      facts.has_lone_dimensions = false;
      facts.has_empty_dimensions = is_plain_zarr(format);
      facts.has_long_chunks = is_plain_zarr(format);
      break;
  }
  return facts;
}

}  // namespace ncf::model
