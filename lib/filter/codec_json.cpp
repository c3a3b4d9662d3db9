// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/codec_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "filter/registry.hpp"
#include "ncf/error.hpp"

namespace ncf::filter {
namespace {

using Json = nlohmann::json;

[[noreturn]] void fail(const std::string& reason) { throw Error(ErrorCode::syntax, reason); }

/// A codec and the filter that does the same.
struct Match {
  const FilterFacts* facts = nullptr;
  const Codec* codec = nullptr;
};

std::vector<std::string> known_ids() {
  std::vector<std::string> ids;
  for (const FilterFacts& facts : all_filters()) {
    for (const Codec& codec : facts.codecs) {
      if (codec.difference.empty()) ids.emplace_back(codec.numcodecs_id);
    }
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

Match find_codec(std::string_view id) {
  for (const FilterFacts& facts : all_filters()) {
    for (const Codec& codec : facts.codecs) {
      if (codec.numcodecs_id == id) return {&facts, &codec};
    }
  }
  fail(fmt::format("unknown codec '{}', expected {}", id, alternatives(known_ids())));
}

/// One object becoming the words of one filter.
class CodecReader {
 public:
  CodecReader(Match match, const Json& object)
      : facts_(*match.facts), codec_(*match.codec), object_(object) {}

  Filter read() {
    if (!codec_.difference.empty()) fail(subject() + " " + std::string(codec_.difference));
    refuse_unknown_members();
    layout_ = &find_layout();
    values_.resize(layout_->parameters.size());
    for (const CodecMember& member : codec_.members) read_member(member);
    return {facts_.id, write_words(*layout_, values_)};
  }

 private:
  std::string subject() const { return fmt::format("codec {}", codec_.numcodecs_id); }

  void refuse_unknown_members() const {
    for (const auto& [name, value] : object_.items()) {
      if (name == "id" || find_member(name) != nullptr) continue;
      std::vector<std::string> names;
      for (const CodecMember& member : codec_.members) names.emplace_back(member.name);
      fail(fmt::format("{} has no member '{}', expected {}", subject(), name,
                       names.empty() ? "its id alone" : alternatives(names)));
    }
  }

  const CodecMember* find_member(std::string_view name) const {
    for (const CodecMember& member : codec_.members) {
      if (member.name == name) return &member;
    }
    return nullptr;
  }

  /// What the object says, or numcodecs' default.
  Json value_of(const CodecMember& member) const {
    const auto found = object_.find(std::string(member.name));
    return found == object_.end() ? Json(member.standard) : *found;
  }

  [[noreturn]] void refuse(const CodecMember& member, const std::string& expected) const {
    const auto found = object_.find(std::string(member.name));
    if (found == object_.end()) {
      fail(fmt::format("{} needs {}, expected {}", subject(), member.name, expected));
    }
    fail(fmt::format("{} {} is {}, expected {}", subject(), member.name, found->dump(), expected));
  }

  const Layout& find_layout() const {
    for (const CodecMember& member : codec_.members) {
      if (member.role == MemberRole::mode) return find_layout(member);
    }
    return facts_.user.front();
  }

  const Layout& find_layout(const CodecMember& member) const {
    const Json number = value_of(member);
    std::vector<std::string> known;
    for (const Choice& choice : member.modes) {
      known.push_back(fmt::format("{} ({})", choice.number, choice.name));
      if (number != choice.number) continue;
      for (const Layout& layout : facts_.user) {
        if (layout.mode == choice.name) return layout;
      }
    }
    refuse(member, alternatives(known));
  }

  void read_member(const CodecMember& member) {
    switch (member.role) {
      case MemberRole::parameter:
        read_parameter(member);
        return;
      case MemberRole::must_be_zero: {
        const Json value = value_of(member);
        if (value == Json(0) || value == Json(false)) return;
        refuse(member, "0: the filter has no such parameter");
      }
      case MemberRole::mode:
      case MemberRole::ignored:
        return;
    }
  }

  void read_parameter(const CodecMember& member) {
    const auto name = member.parameter.empty() ? member.name : member.parameter;
    const Parameter* parameter = find_parameter(*layout_, name);
    if (parameter == nullptr) return;  // it belongs to another mode
    const std::optional<double> value = number_of(*parameter, value_of(member));
    if (!value || !allows(*parameter, *value)) refuse(member, expected(*parameter));
    values_[static_cast<std::size_t>(parameter - layout_->parameters.data())] = value;
  }

  static std::optional<double> number_of(const Parameter& parameter, const Json& value) {
    if (value.is_number()) return value.get<double>();
    if (value.is_string()) {
      if (const Choice* choice = find_choice(parameter, value.get<std::string>())) {
        return choice->number;
      }
    }
    return std::nullopt;
  }

  const FilterFacts& facts_;
  const Codec& codec_;
  const Json& object_;
  const Layout* layout_ = nullptr;
  Values values_;
};

}  // namespace

Filter filter_from_numcodecs(std::string_view json) {
  const Json object = Json::parse(json, nullptr, /*allow_exceptions=*/false);
  if (!object.is_object()) fail(R"(expected a JSON object such as {"id":"zstd","level":5})");
  const auto id = object.find("id");
  if (id == object.end() || !id->is_string()) {
    fail("codec without an id, expected \"id\" and one of " + alternatives(known_ids()));
  }
  return CodecReader(find_codec(id->get<std::string>()), object).read();
}

}  // namespace ncf::filter
