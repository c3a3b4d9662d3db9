// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What a codec's JSON means as parameters of its filter, and the reverse, as the filter's facts
// describe it. The library calls it through codec_json.hpp, which finds the facts of a codec, and
// each plugin for its own codec, so both understand the same. Pure functions, any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "filter/codecs/codec_json.hpp"
#include "filter/registry/cd_values.hpp"

namespace ncf::filter {

/// What the parameters are for, which decides about numbers that the filter does not allow.
enum class CodecUse {
  decode,   ///< are accepted: stored chunks say how to decode them
  request,  ///< are an error: what a user requests must be possible
  /// The same, but numcodecs' AUTOSHUFFLE is left to `bind`: the size of a value is not known yet.
  bind_later,
};

/// Returns the filter of a codec. element_size: bytes of one value, 0 if unknown.
/// throws: Error(syntax) for unknown members and values that are not allowed.
CodecFilter read_codec(const Codec& codec, const CodecForm& form, std::size_t element_size,
                       CodecUse use);

/// Reads visible or working parameters. Without any, they are the filter's defaults.
/// throws: Error(unsupported) if the filter cannot have them.
Reading read_parameters(const CodecForm& form, std::span<const std::uint32_t> parameters);

/// Returns the members of the codec with these parameters. element_size: bytes of one value.
/// throws: Error(unsupported) if the codec cannot express them.
std::vector<base::JsonMember> write_members(const CodecForm& form, const Reading& reading,
                                            std::size_t element_size);

}  // namespace ncf::filter
