// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/codecs/codec_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "filter/codecs/codec_members.hpp"
#include "filter/codecs/own_codecs.hpp"
#include "filter/registry/cd_values.hpp"
#include "filter/registry/describe.hpp"
#include "filter/registry/registry.hpp"
#include "ncf/error.hpp"

namespace ncf::filter {
namespace {

using base::Json;
using base::JsonMember;

[[noreturn]] void fail(const std::string& reason) { throw Error(ErrorCode::syntax, reason); }
[[noreturn]] void refuse(const std::string& reason) { throw Error(ErrorCode::unsupported, reason); }

std::vector<std::string> known_names(ZarrFormat format) {
  std::vector<std::string> names;
  for (const FilterFacts& facts : all_filters()) {
    for (const CodecFacts& codec : facts.codecs) {
      if (!codec.instead.empty()) continue;
      const bool has_core_form = format == ZarrFormat::v3 && !codec.core_name.empty();
      names.push_back(has_core_form ? std::string(codec.core_name)
                                    : written_name(codec.numcodecs_id, format));
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

[[noreturn]] void refuse_without_filter(const Codec& codec) {
  const std::string_view id = numcodecs_id_of(codec).value_or(codec.name);
  for (const CodecWithoutFilter& known : codecs_without_filter()) {
    if (known.name != id) continue;
    refuse(fmt::format("codec {} has no HDF5 filter: {}", codec.name, known.advice));
  }
  refuse(fmt::format("unknown codec '{}', expected {}", shortened(codec.name),
                     alternatives(known_names(codec.format))));
}

/// How to treat a number that the filter does not allow.
enum class OutOfRange {
  is_extra,  ///< decode anyway: the chunks of every codec in the registry say how to decode them
  is_error,  ///< a user's request
};

/// Converts one codec to the parameters of one filter.
class CodecReader {
 public:
  CodecReader(const Codec& codec, const CodecForm& form, std::size_t element_size,
              OutOfRange out_of_range)
      : codec_(codec),
        form_(form),
        configuration_(configuration_of(codec)),
        out_of_range_(out_of_range) {
    result_.element_size = element_size;
  }

  CodecFilter read() {
    refuse_unknown_members();
    layout_ = &find_layout();
    values_.resize(layout_->parameters.size());
    // The element size comes first, because a shuffle may depend on it.
    for (const CodecMember& member : form_.members) {
      if (member.role == MemberRole::element_size) read_element_size(member);
    }
    for (const CodecMember& member : form_.members) {
      if (member.role == MemberRole::parameter) read_parameter(member);
      if (member.role == MemberRole::extra) read_extra(member);
    }
    result_.filter = {form_.facts->id, write_cd_values(*layout_, values_)};
    if (may_change_values(result_.filter)) result_.why_not_encode = std::move(out_of_range_value_);
    result_.difference = form_.codec->difference;
    result_.makes_bytes = form_.codec->makes_bytes;
    return std::move(result_);
  }

 private:
  std::string subject() const { return fmt::format("codec {}", codec_.name); }

  void refuse_unknown_members() const {
    for (const JsonMember& written : configuration_) {
      if (find_member(form_.members, written.name) != nullptr) continue;
      std::vector<std::string> names;
      for (const CodecMember& member : form_.members) names.emplace_back(member.name);
      const std::string_view alone = codec_.format == ZarrFormat::v2 ? "its id alone" : "none";
      throw MemberError(
          written.name,
          fmt::format("{} has no member '{}', expected {}", subject(), shortened(written.name),
                      names.empty() ? std::string(alone) : alternatives(names)));
    }
  }

  /// Returns the member's JSON, or null.
  const Json* find_json(const CodecMember& member) const {
    return find_value(configuration_, member.name);
  }

  /// Returns the number that a member means; empty if it is not a number.
  std::optional<double> number_of(const CodecMember& member, const Parameter* parameter) const {
    const Json* json = find_json(member);
    if (json == nullptr) return member.default_value;
    return read_number(member, parameter, *json, result_.element_size);
  }

  [[noreturn]] void refuse_value(const CodecMember& member, const std::string& expected) const {
    if (find_json(member) == nullptr) {
      fail(fmt::format("{} needs {}, expected {}", subject(), member.name, expected));
    }
    throw MemberError(member.name, fmt::format("{} {} is {}, expected {}", subject(), member.name,
                                               shortened_json(*find_json(member)), expected));
  }

  const Layout& find_layout() const {
    for (const CodecMember& member : form_.members) {
      if (member.role == MemberRole::mode) return layout_below_zero(find_layout(member));
    }
    return form_.facts->visible.front();
  }

  const Layout& layout_below_zero(const Layout& layout) const {
    for (const CodecMember& member : form_.members) {
      if (member.mode_below_zero.empty()) continue;
      const Parameter* parameter = find_parameter(layout, parameter_name(member));
      if (parameter == nullptr || number_of(member, parameter).value_or(0) >= 0) continue;
      return get_layout_of_mode(*form_.facts, member.mode_below_zero);
    }
    return layout;
  }

  const Layout& find_layout(const CodecMember& member) const {
    const std::optional<double> number = number_of(member, nullptr);
    std::vector<std::string> known;
    for (const Choice& mode : member.words) {
      known.push_back(fmt::format("{} ({})", mode.number, mode.name));
      if (number == mode.number) return get_layout_of_mode(*form_.facts, mode.name);
    }
    refuse_value(member, alternatives(known));
  }

  void read_element_size(const CodecMember& member) {
    const Json* json = find_json(member);
    if (json == nullptr || json->is(Json::Kind::null)) return;
    const std::optional<double> number = number_of(member, nullptr);
    const bool is_size =
        number && *number >= 0 && *number <= largest_cd_value && *number == std::floor(*number);
    if (!is_size) refuse_value(member, "bytes of one value");
    if (*number == 0) return;
    const auto stated = static_cast<std::size_t>(*number);
    const std::size_t actual = std::exchange(result_.element_size, stated);
    if (actual > 0 && stated != actual) add_extra(member, Json(actual));
  }

  void read_parameter(const CodecMember& member) {
    const Parameter* parameter = find_parameter(*layout_, parameter_name(member));
    if (parameter == nullptr) return;  // it belongs to another mode
    std::optional<double> value = number_of(member, parameter);
    const bool may_be_extra = out_of_range_ == OutOfRange::is_extra && find_json(member) != nullptr;
    const auto instead = value && may_be_extra ? allowed_instead(*parameter, *value) : std::nullopt;
    if (instead) {
      add_extra(member, spell(member, parameter, *instead));
      out_of_range_value_ =
          fmt::format("{} {} of its {} is not {}", member.name, shortened_json(*find_json(member)),
                      subject(), expected(*parameter));
      value = instead;
    }
    if (!value || !allows(*parameter, *value)) refuse_value(member, expected(*parameter));
    values_[static_cast<std::size_t>(parameter - layout_->parameters.data())] = value;
  }

  void read_extra(const CodecMember& member) {
    const std::optional<double> value = number_of(member, nullptr);
    if (!value) {
      refuse_value(member, member.spelling == Spelling::flag ? "true or false" : "a number");
    }
    if (value != member.default_value) {
      add_extra(member, spell(member, nullptr, member.default_value));
    }
  }

  void add_extra(const CodecMember& member, Json of_filter) {
    result_.extras.push_back(
        {std::string(member.name), *find_json(member), std::move(of_filter), member.role});
  }

  const Codec& codec_;
  const CodecForm& form_;
  std::vector<JsonMember> configuration_;
  OutOfRange out_of_range_;
  const Layout* layout_ = nullptr;
  Values values_;
  std::string out_of_range_value_;  ///< a message; empty if there is none
  CodecFilter result_;
};

/// Converts the parameters of one filter to the members of a codec.
class CodecWriter {
 public:
  CodecWriter(const Filter& filter, const CodecForm& form, std::size_t element_size)
      : filter_(filter), form_(form), element_size_(element_size), reading_(read()) {}

  std::vector<JsonMember> write() const {
    std::vector<JsonMember> members;
    for (const CodecMember& member : form_.members) {
      if (member.role == MemberRole::ignored || member.is_only_read) continue;
      members.push_back({std::string(member.name), value_of(member)});
    }
    return members;
  }

 private:
  Reading read() const {
    std::optional<Reading> reading =
        read_cd_values(*form_.facts, filter_.parameters, Form::visible);
    if (!reading || reading->fault) {
      refuse(fmt::format("{}: parameters that the codec {} cannot have", describe(filter_),
                         form_.codec->numcodecs_id));
    }
    return std::move(*reading);
  }

  Json value_of(const CodecMember& member) const {
    switch (member.role) {
      case MemberRole::element_size:
        // Values of variable length are bytes to the codec.
        return base::Json(std::max<std::size_t>(element_size_, 1));
      case MemberRole::mode:
        return base::Json(mode_number(member));
      case MemberRole::parameter:
        return parameter_value(member);
      case MemberRole::extra:
      case MemberRole::ignored:
        break;
    }
    return spell(member, nullptr, member.default_value);
  }

  bool is_below_zero() const {
    return std::any_of(form_.members.begin(), form_.members.end(), [this](const CodecMember& one) {
      return !one.mode_below_zero.empty() && one.mode_below_zero == reading_.layout->mode;
    });
  }

  std::uint32_t mode_number(const CodecMember& member) const {
    // As the codec itself writes it: in its default mode, whose own member is below 0.
    if (is_below_zero()) return static_cast<std::uint32_t>(member.default_value);
    std::vector<std::string> modes;
    for (const Choice& mode : member.words) {
      if (mode.name == reading_.layout->mode) return mode.number;
      modes.emplace_back(mode.name);
    }
    refuse(fmt::format("codec {} has no mode {}, expected {}", form_.codec->numcodecs_id,
                       reading_.layout->mode, alternatives(modes)));
  }

  Json parameter_value(const CodecMember& member) const {
    const auto parameters = reading_.layout->parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (!is_given(parameters[i]) || parameters[i].name != parameter_name(member)) continue;
      const std::optional<double> value =
          reading_.values[i] ? reading_.values[i] : parameters[i].default_value;
      return spell(member, &parameters[i], value.value_or(member.default_value));
    }
    return spell(member, nullptr, member.default_value);  // it belongs to another mode
  }

  const Filter& filter_;
  const CodecForm& form_;
  std::size_t element_size_;
  Reading reading_;
};

CodecFilter read_codec(const Codec& codec, std::size_t element_size, OutOfRange out_of_range) {
  const std::optional<CodecForm> form = find_form(codec);
  if (!form) refuse_without_filter(codec);
  return CodecReader(codec, *form, element_size, out_of_range).read();
}

std::string_view name_member(ZarrFormat format) { return format == ZarrFormat::v2 ? "id" : "name"; }

[[noreturn]] void refuse_nameless(ZarrFormat format) {
  const std::string_view member = name_member(format);
  fail(fmt::format("codec without {} {}, expected \"{}\" and one of {}",
                   format == ZarrFormat::v2 ? "an" : "a", member, member,
                   alternatives(known_names(format))));
}

}  // namespace

Codec parse_codec(Json json, ZarrFormat format) {
  if (format == ZarrFormat::v3 && json.is(Json::Kind::text)) {
    std::string name = json.text;
    return {format, std::move(name), std::move(json)};
  }
  if (!json.is(Json::Kind::object)) {
    fail(format == ZarrFormat::v2
             ? R"(expected a JSON object such as {"id":"zstd","level":5})"
             : R"(expected a JSON object such as {"name":"crc32c","configuration":{}})");
  }
  const Json* const found = json.find(name_member(format));
  if (found == nullptr || !found->is(Json::Kind::text)) refuse_nameless(format);
  std::string name = found->text;
  return {format, std::move(name), std::move(json)};
}

CodecFilter filter_of(const Codec& codec, std::size_t element_size) {
  return read_codec(codec, element_size, OutOfRange::is_extra);
}

Codec as_encoded(const Codec& codec, std::size_t element_size) {
  const std::vector<CodecExtra> extras = filter_of(codec, element_size).extras;
  const std::span<const CodecMember> known = find_form(codec)->members;
  std::vector<JsonMember> members;
  for (JsonMember& member : configuration_of(codec)) {
    const auto extra = std::ranges::find(extras, member.name, &CodecExtra::member);
    if (extra != extras.end() && extra->role != MemberRole::element_size) {
      if (find_member(known, member.name)->is_only_read) continue;
      member.value = extra->of_filter;
    }
    members.push_back(std::move(member));
  }
  return make_codec(codec.format, codec.name, members);
}

Codec without_extras(const Codec& codec, std::size_t element_size) {
  const Filter filter = filter_of(codec, element_size).filter;
  return make_codec(codec.format, codec.name,
                    CodecWriter(filter, *find_form(codec), element_size).write());
}

Codec codec_of(const Filter& filter, ZarrFormat format, std::size_t element_size) {
  const FilterFacts* facts = find_filter(filter.id);
  if (facts == nullptr || facts->codecs.empty()) refuse(no_codec_message(filter));
  const CodecForm form = form_to_write(*facts, facts->codecs.front(), format);
  return make_codec(format, form_name(form, format),
                    CodecWriter(filter, form, element_size).write());
}

std::string_view difference_of(const Filter& filter) {
  const FilterFacts* facts = find_filter(filter.id);
  return facts == nullptr || facts->codecs.empty() ? "" : facts->codecs.front().difference;
}

bool has_codec(const Filter& filter) {
  const FilterFacts* facts = find_filter(filter.id);
  if (facts == nullptr || facts->codecs.empty()) return false;
  const CodecFacts& codec = facts->codecs.front();
  return codec.difference.empty() || codec.makes_bytes != nullptr;
}

std::string no_codec_message(const Filter& filter) {
  const FilterFacts* facts = find_filter(filter.id);
  const std::string name =
      facts != nullptr ? std::string(facts->name) : fmt::format("filter {}", filter.id);
  if (facts != nullptr && !facts->in_zarr.empty()) {
    return fmt::format("{} has no codec of Zarr with its bytes, use {}", name, facts->in_zarr);
  }
  std::vector<std::string> names;
  for (const FilterFacts& other : all_filters()) {
    if (!other.codecs.empty() && other.codecs.front().difference.empty()) {
      names.emplace_back(other.name);
    }
  }
  return fmt::format("{} has no codec of Zarr with its bytes, use {}", name, alternatives(names));
}

Filter filter_from_json(const Json& json) {
  const Codec codec = parse_written_codec(json);
  std::uint32_t unknown = 0;
  if (find_own_codec(codec) != nullptr) return own_filter_of(codec, unknown);
  // Zarr's own gzip means deflate: it is what deflate becomes in Zarr v3.
  if (const std::optional<CodecForm> form = find_form(codec);
      form && !form->is_core && !form->codec->instead.empty()) {
    fail(fmt::format("codec {} {}, expected {}", codec.name, form->codec->difference,
                     form->codec->instead));
  }
  CodecFilter read = read_codec(codec, 0, OutOfRange::is_error);
  if (!read.extras.empty()) {
    const CodecExtra& extra = read.extras.front();
    throw MemberError(
        extra.member,
        fmt::format("codec {} has {}={}, which the filter does not have; leave it out", codec.name,
                    extra.member, shortened_json(extra.stated)));
  }
  return std::move(read.filter);
}

}  // namespace ncf::filter
