// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/codecs/codec_interpreter.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "base/text/messages.hpp"
#include "ncf/error.hpp"

namespace ncf::filter {
namespace {

using base::concat;
using base::Json;
using base::JsonMember;

[[noreturn]] void refuse(const std::string& reason) { throw Error(ErrorCode::unsupported, reason); }

/// Converts one codec to the parameters of one filter.
class CodecReader {
 public:
  CodecReader(const Codec& codec, const CodecForm& form, std::size_t element_size, CodecUse use)
      : codec_(codec), form_(form), configuration_(configuration_of(codec)), use_(use) {
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
      if (member.role == MemberRole::null && find_json(member) != nullptr) {
        refuse_value(member, "null");
      }
    }
    result_.filter = {form_.facts->id, write_cd_values(*layout_, values_)};
    const bool is_lossless = loss_by(*form_.facts, result_.filter.parameters) == Loss::none;
    if (!is_lossless) result_.why_not_encode = std::move(out_of_range_value_);
    result_.difference = form_.codec->difference;
    result_.makes_bytes = form_.codec->makes_bytes;
    return std::move(result_);
  }

 private:
  std::string subject() const { return "codec " + codec_.name; }

  void refuse_unknown_members() const {
    for (const JsonMember& written : configuration_) {
      if (find_member(form_.members, written.name) != nullptr) continue;
      std::vector<std::string> names;
      for (const CodecMember& member : form_.members) names.emplace_back(member.name);
      const std::string_view alone = codec_.format == ZarrFormat::v2 ? "its id alone" : "none";
      throw MemberError(
          written.name,
          concat({subject(), " has no member '", shortened(written.name), "', expected ",
                  names.empty() ? std::string(alone) : alternatives(names)}));
    }
  }

  /// Returns the member's JSON, or null.
  const Json* find_json(const CodecMember& member) const {
    const Json* const found = find_value(configuration_, member.name);
    const bool may_be_null = member.may_be_missing || member.role == MemberRole::null;
    return may_be_null && found != nullptr && found->is(Json::Kind::null) ? nullptr : found;
  }

  /// Returns the number that a member means; empty if it is not a number.
  std::optional<double> number_of(const CodecMember& member, const Parameter* parameter) const {
    const Json* json = find_json(member);
    if (json == nullptr) return member.default_value;
    return read_number(member, parameter, *json, result_.element_size);
  }

  [[noreturn]] void refuse_value(const CodecMember& member, const std::string& expected) const {
    if (find_json(member) == nullptr) {
      throw Error(ErrorCode::syntax,
                  concat({subject(), " needs ", member.name, ", expected ", expected}));
    }
    throw MemberError(member.name,
                      concat({subject(), " ", member.name, " is ",
                              shortened_json(*find_json(member)), ", expected ", expected}));
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
      known.push_back(concat({std::to_string(mode.number), " (", mode.name, ")"}));
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
    const bool may_be_extra = use_ == CodecUse::decode && find_json(member) != nullptr;
    const auto instead = value && may_be_extra ? allowed_instead(*parameter, *value) : std::nullopt;
    if (instead) {
      add_extra(member, spell(member, parameter, *instead));
      out_of_range_value_ = concat({member.name, " ", shortened_json(*find_json(member)),
                                    " of its ", subject(), " is not ", expected(*parameter)});
      value = instead;
    }
    const bool is_left_to_bind =
        use_ == CodecUse::bind_later && value == -1 && member.minus_one_is_by_size;
    if (!value || (!allows(*parameter, *value) && !is_left_to_bind))
      refuse_value(member, expected(*parameter));
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
  CodecUse use_;
  const Layout* layout_ = nullptr;
  Values values_;
  std::string out_of_range_value_;  ///< a message; empty if there is none
  CodecFilter result_;
};

/// Converts the parameters of one filter to the members of a codec.
class CodecWriter {
 public:
  CodecWriter(const CodecForm& form, const Reading& reading, std::size_t element_size)
      : form_(form), reading_(reading), element_size_(element_size) {}

  std::vector<JsonMember> write() const {
    std::vector<JsonMember> members;
    for (const CodecMember& member : form_.members) {
      if (member.role == MemberRole::ignored || member.role == MemberRole::null) continue;
      if (member.is_only_read) continue;
      Json value = value_of(member);
      if (member.may_be_missing && value == spell(member, nullptr, member.default_value)) continue;
      members.push_back({std::string(member.name), std::move(value)});
    }
    return members;
  }

 private:
  Json value_of(const CodecMember& member) const {
    switch (member.role) {
      case MemberRole::element_size:
        // Values of variable length are bytes to the codec.
        return Json(std::max<std::size_t>(element_size_, 1));
      case MemberRole::mode:
        return Json(mode_number(member));
      case MemberRole::parameter:
        return parameter_value(member);
      case MemberRole::extra:
      case MemberRole::ignored:
      case MemberRole::null:
        break;
    }
    return spell(member, nullptr, member.default_value);
  }

  bool is_below_zero() const {
    return std::ranges::any_of(form_.members, [this](const CodecMember& one) {
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
    refuse(concat({"codec ", form_.codec->numcodecs_id, " has no mode ", reading_.layout->mode,
                   ", expected ", alternatives(modes)}));
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

  const CodecForm& form_;
  const Reading& reading_;
  std::size_t element_size_;
};

/// Returns the layout of parameters that are all missing; null if the filter needs some.
const Layout* layout_of_defaults(const FilterFacts& facts) {
  const Layout& layout = facts.visible.front();
  const bool has_defaults = std::ranges::all_of(layout.parameters, [](const Parameter& parameter) {
    return parameter.default_value || parameter.may_be_left_out || !is_given(parameter);
  });
  return has_defaults && layout.mode.empty() ? &layout : nullptr;
}

/// Returns whether a number means numcodecs' AUTOSHUFFLE.
bool is_by_size(const CodecForm& form, const CdValueFault& fault) {
  return fault.value == largest_cd_value &&
         std::ranges::any_of(form.members, [&](const CodecMember& member) {
           return member.minus_one_is_by_size && parameter_name(member) == fault.parameter->name;
         });
}

}  // namespace

CodecFilter read_codec(const Codec& codec, const CodecForm& form, std::size_t element_size,
                       CodecUse use) {
  return CodecReader(codec, form, element_size, use).read();
}

Reading read_parameters(const CodecForm& form, std::span<const std::uint32_t> parameters) {
  const Layout* const defaults = layout_of_defaults(*form.facts);
  if (parameters.empty() && defaults != nullptr) {
    return {defaults, Values(defaults->parameters.size()), std::nullopt};
  }
  std::optional<Reading> reading = read_cd_values(*form.facts, parameters, Form::visible);
  if (!reading || (reading->fault && !is_by_size(form, *reading->fault))) {
    refuse(concat({"parameters that the codec ", form.codec->numcodecs_id, " cannot have"}));
  }
  return std::move(*reading);
}

std::vector<JsonMember> write_members(const CodecForm& form, const Reading& reading,
                                      std::size_t element_size) {
  return CodecWriter(form, reading, element_size).write();
}

}  // namespace ncf::filter
