// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What a codec's JSON means as parameters of its filter, and the reverse, as the filter's facts
// describe it: whole codecs (codec_interpreter.cpp), and the members of which they are made
// (codec_members.cpp). The library calls it through codec_json.hpp, which finds the facts of a
// codec, and each plugin for its own codec, so both understand the same. Pure functions, any
// thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "filter/codecs/codec_json.hpp"
#include "filter/registry/cd_values.hpp"
#include "ncf/error.hpp"

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

// ---- members ----

/// An invalid member of a codec's JSON.
class MemberError : public Error {
 public:
  MemberError(std::string_view member, std::string message)
      : Error(ErrorCode::syntax, std::move(message)), member_(member) {}

  [[nodiscard]] const std::string& member() const noexcept { return member_; }

 private:
  std::string member_;
};

/// Returns the numcodecs id in a codec's name: any name in v2, "numcodecs.*" in v3.
std::optional<std::string_view> numcodecs_id_of(const Codec& codec);

/// Returns the name for a numcodecs id in a format.
std::string written_name(std::string_view numcodecs_id, ZarrFormat format);

/// Returns a codec's members without its name.
/// throws: Error(syntax) if "configuration" is not an object.
std::vector<base::JsonMember> configuration_of(const Codec& codec);

Codec make_codec(ZarrFormat format, const std::string& name,
                 const std::vector<base::JsonMember>& members);

const CodecMember* find_member(std::span<const CodecMember> members, std::string_view name);

/// Returns the value of a member by its name, or null.
const base::Json* find_value(const std::vector<base::JsonMember>& members, std::string_view name);

/// Returns the name of the parameter that a member corresponds to.
std::string_view parameter_name(const CodecMember& member);

/// Returns the number that a member's JSON means, also as text; empty for any other JSON.
/// parameter: its choices are accepted as names; may be null. element_size: 0 if unknown.
std::optional<double> read_number(const CodecMember& member, const Parameter* parameter,
                                  const base::Json& json, std::size_t element_size);

/// Returns the allowed number for one out of range, otherwise empty: above the range the largest;
/// below it the default, because low efforts leave the choice to the library.
std::optional<double> allowed_instead(const Parameter& parameter, double value);

/// Returns the JSON for a number.
base::Json spell(const CodecMember& member, const Parameter* parameter, double value);

/// Returns a text, or JSON as text, cut to at most 60 bytes, for messages.
std::string shortened(std::string_view text);
std::string shortened_json(const base::Json& json);

}  // namespace ncf::filter
