// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Shows a kernel to libnetcdf as a Zarr codec. A plugin's codec.cpp says which members its JSON
// has:
//
//   constexpr std::array members{CodecMember{.name = "level", .codec_default = 1, ...}};
//   constexpr Codec codec{kernel, "zlib", members};
//   constexpr ncf_ncz_codec table = make_ncz_codec<codec>();
//   const void* NCZ_get_codec_info() { return &table; }
//
// JSON is that of numcodecs: {"id":"zlib","level":5}. What is not understood is refused, since data
// would be read wrongly. Nothing is thrown across: a failure is an error code of netCDF.
// source: netCDF 4.9.0, netcdf_filter_build.h; numcodecs' codec configurations
#pragma once

#include <ncf/ncz_codec.h>

#include <cstdint>
#include <optional>
#include <span>

#include "common/kernel.hpp"

namespace ncf::plugins {

/// A member of a codec's JSON: after the filter's own, visible parameter number i is the i-th
/// member that is a parameter.
struct CodecMember {
  const char* name;
  /// The value when the JSON has no such member; without one it must be there.
  std::optional<std::int64_t> codec_default = {};
  /// The value when there is no such parameter; without one it must be there.
  std::optional<std::int64_t> filter_default = {};
  bool is_signed = false;
  /// Something the filter does not do: not a parameter, only false or 0.
  bool must_be_false = false;
  /// 0 says that it is not known, and is no parameter.
  bool zero_is_unknown = false;
  /// Something the filter finds for itself, and reading does not need: not a parameter, any number
  /// or null, written as 0.
  bool is_ignored = false;
  /// Not written: not all readers know the member.
  bool is_only_read = false;
  /// JSON has one of these texts where the parameter has its index.
  std::span<const char* const> texts = {};
};

struct Codec {
  const Kernel& kernel;
  const char* id;  ///< numcodecs'
  std::span<const CodecMember> members;
  /// Whether JSON holds the working parameters: those that `bind` makes become visible, and those
  /// that JSON has are kept, whatever `bind` would make.
  bool shows_working = false;
  /// Parameters in front of those of the members, which are the filter's own business.
  std::size_t own_parameters = 0;
};

int codec_to_hdf5(const Codec& codec, const char* json, std::size_t* count,
                  unsigned** parameters) noexcept;

int hdf5_to_codec(const Codec& codec, Parameters visible, char** json) noexcept;

/// Asks libnetcdf about the variable: only for kernels with `bind`.
int modify_parameters(const Codec& codec, int group, int variable, std::size_t* visible_count,
                      unsigned** visible, std::size_t* working_count, unsigned** working) noexcept;

/// What NCZ_get_codec_info returns the address of.
template <const Codec& codec>
constexpr ncf_ncz_codec make_ncz_codec() noexcept {
  ncf_ncz_codec made{};
  made.version = ncf_ncz_codec_version;
  made.sort = ncf_ncz_codec_sort_hdf5;
  made.codec_id = codec.id;
  made.filter_id = codec.kernel.id;
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
