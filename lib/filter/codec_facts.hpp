// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What is known about Zarr's codecs: the equivalent filter, and what each member of a codec's JSON
// means for it. Constant data of the registry; any thread.
//
// A codec may have two tables of members: the one that numcodecs defined, used in Zarr v2
// (`{"id":"blosc","shuffle":1}`) and under the names `numcodecs.*` of v3; and Zarr v3's own
// (`{"name":"blosc","configuration":{"shuffle":"shuffle"}}`), where the same member may be
// spelled in another way.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "filter/schema.hpp"

namespace ncf::filter {

/// What a member of a codec becomes.
enum class MemberRole : std::uint8_t {
  parameter,     ///< the filter's parameter `CodecMember::parameter`
  mode,          ///< one of `CodecMember::words`, which selects the layout
  element_size,  ///< bytes of one value, which the filter finds out itself; 0 and null leave that
                 ///< to readers
  extra,         ///< something the filter does not have; its default is what the filter does
  ignored,       ///< implied by another member
};

/// How a number is spelled in JSON.
enum class Spelling : std::uint8_t { number, word, flag };

/// A member of a codec's JSON.
struct CodecMember {
  std::string_view name = {};
  MemberRole role = MemberRole::parameter;
  std::string_view parameter = {};  ///< the filter's name for it; empty if it is the same
  double default_value = 0;         ///< the codec's own, when the member is missing
  Spelling spelling = Spelling::number;
  /// Words and their numbers: of a mode the layout's; of a parameter those of the JSON, where they
  /// are not the parameter's choices.
  std::span<const Choice> words = {};
  bool is_only_read = false;          ///< not all readers know the member
  bool minus_one_is_by_size = false;  ///< numcodecs' AUTOSHUFFLE: bits for single bytes, else bytes
  /// The layout that a number below 0 selects, if the member belongs to the mode; empty if none.
  std::string_view mode_below_zero = {};
};

/// A codec and its forms.
struct CodecFacts {
  std::string_view numcodecs_id = {};
  std::span<const CodecMember> members = {};
  std::string_view core_name = {};  ///< name in Zarr v3, if the codec has its own form there
  std::span<const CodecMember> core_members = {};
  bool takes_values = false;  ///< in Zarr v3 it takes the place of `bytes`
  /// How the codec's bytes differ from the filter's; empty if they do not.
  std::string_view difference = {};
  /// Whether a kernel with these working parameters makes the codec's bytes nevertheless; null if
  /// no kernel does.
  bool (*makes_bytes)(std::span<const std::uint32_t> working) = nullptr;
  /// What to write instead, if a user's codec must not be taken for the filter.
  std::string_view instead = {};
};

/// A codec without an equivalent HDF5 filter.
struct CodecWithoutFilter {
  std::string_view name;  ///< numcodecs' id or Zarr v3's name
  std::string_view advice;
};

}  // namespace ncf::filter
