// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Exposes a kernel to libnetcdf as the Zarr codec that the filter's facts describe:
//
//   constexpr Codec codec{kernel, filter::bzip2::facts, filter::bzip2::codecs[0]};
//   constexpr ncf_ncz_codec table = make_ncz_codec<codec>();
//   const void* NCZ_get_codec_info() { return &table; }
//
// JSON is that of numcodecs: {"id":"zlib","level":5}. Unknown members are refused, because data
// might be decoded wrongly. No exception crosses this interface: a failure is an error code of
// netCDF.
// source: netCDF 4.9.0, netcdf_filter_build.h; numcodecs' codec configurations
#pragma once

#include <ncf/ncz_codec.h>

#include <cstddef>

#include "common/kernel.hpp"
#include "filter/facts.hpp"

namespace ncf::plugins {

/// A codec of one filter.
struct Codec {
  const Kernel& kernel;
  const filter::FilterFacts& filter;
  const filter::CodecFacts& facts;
};

/// Returns whether JSON contains the size of a value, which is then the only working parameter:
/// that from `bind` is shown, and that in JSON is kept, whatever `bind` would return.
constexpr bool shows_working(const Codec& codec) noexcept {
  for (const filter::CodecMember& member : codec.facts.members) {
    if (member.role == filter::MemberRole::element_size && !member.parameter.empty()) return true;
  }
  return false;
}

int codec_to_hdf5(const Codec& codec, const char* json, std::size_t* count,
                  unsigned** parameters) noexcept;

int hdf5_to_codec(const Codec& codec, Parameters visible, char** json) noexcept;

/// Asks libnetcdf about the variable; only for kernels with `bind`.
int modify_parameters(const Codec& codec, int group, int variable, std::size_t* visible_count,
                      unsigned** visible, std::size_t* working_count, unsigned** working) noexcept;

/// Makes the table whose address NCZ_get_codec_info returns.
template <const Codec& codec>
constexpr ncf_ncz_codec make_ncz_codec() noexcept {
  static_assert(codec.filter.id == codec.kernel.id);
  ncf_ncz_codec made{};
  made.version = ncf_ncz_codec_version;
  made.sort = ncf_ncz_codec_sort_hdf5;
  made.codec_id = codec.facts.numcodecs_id.data();
  made.filter_id = codec.filter.id;
  made.codec_to_hdf5 = [](const char* json, std::size_t* count, unsigned** parameters) noexcept {
    return codec_to_hdf5(codec, json, count, parameters);
  };
  made.hdf5_to_codec = [](std::size_t count, const unsigned* parameters, char** json) noexcept {
    return hdf5_to_codec(codec, {parameters, count}, json);
  };
  if constexpr (codec.kernel.bind) {
    made.modify_parameters = [](int group, int variable, std::size_t* visible_count,
                                unsigned** visible, std::size_t* working_count,
                                unsigned** working) noexcept {
      return modify_parameters(codec, group, variable, visible_count, visible, working_count,
                               working);
    };
  }
  return made;
}

}  // namespace ncf::plugins
