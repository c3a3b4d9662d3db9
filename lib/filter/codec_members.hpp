// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The parts that codec_json is made of: forms of codecs, their members' values as numbers and as
// JSON, and codecs put together from members. Pure functions, any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "filter/codec_facts.hpp"
#include "filter/codec_json.hpp"
#include "filter/json_text.hpp"
#include "filter/registry.hpp"
#include "ncf/error.hpp"

namespace ncf::filter {

/// One of the two tables of members of a codec, and the filter it belongs to.
struct CodecForm {
  const FilterFacts* facts = nullptr;
  const CodecFacts* codec = nullptr;
  std::span<const CodecMember> members = {};
  bool is_core = false;  ///< Zarr v3's own
};

/// What is wrong with one member of a codec's JSON.
class MemberError : public Error {
 public:
  MemberError(std::string_view member, std::string message)
      : Error(ErrorCode::syntax, std::move(message)), member_(member) {}

  [[nodiscard]] const std::string& member() const noexcept { return member_; }

 private:
  std::string member_;
};

/// A codec as users write it, of either format. throws: as parse_codec.
Codec parse_written_codec(std::string_view json);

/// The form a codec's name stands for; empty where no filter equals it.
std::optional<CodecForm> find_form(const Codec& codec);

/// The form to write in a format: in v3 the codec's own, where it has one.
CodecForm form_to_write(const FilterFacts& facts, const CodecFacts& codec, ZarrFormat format);

/// "zlib", "numcodecs.zlib", "zstd".
std::string form_name(const CodecForm& form, ZarrFormat format);

/// The id of numcodecs that the name of a codec stands for: any in v2, "numcodecs.*" in v3.
std::optional<std::string_view> numcodecs_id_of(const Codec& codec);

/// The name of a numcodecs id in a format.
std::string written_name(std::string_view numcodecs_id, ZarrFormat format);

/// A codec's members without its name.
/// throws: Error(syntax) where "configuration" is no object.
std::vector<JsonMember> configuration_of(const Codec& codec);

Codec make_codec(ZarrFormat format, const std::string& name,
                 const std::vector<JsonMember>& members);

const CodecMember* find_member(std::span<const CodecMember> members, std::string_view name);

/// The value of a member by its name, or null.
const std::string* find_value(const std::vector<JsonMember>& members, std::string_view name);

/// The name of the parameter a member becomes.
std::string_view parameter_name(const CodecMember& member);

/// The number that a member's JSON stands for; empty for any other JSON.
/// parameter: whose choices are words too; may be null. element_size: 0 where not known.
std::optional<double> read_number(const CodecMember& member, const Parameter* parameter,
                                  std::string_view json, std::size_t element_size);

/// JSON for a number.
std::string spell(const CodecMember& member, const Parameter* parameter, double value);

/// At most 60 bytes of a text, for messages.
std::string shortened(std::string_view text);

}  // namespace ncf::filter
