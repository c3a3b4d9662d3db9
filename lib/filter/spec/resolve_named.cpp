// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "base/text/characters.hpp"
#include "filter/registry/registry.hpp"
#include "filter/spec/constant.hpp"
#include "filter/spec/resolve.hpp"

namespace ncf::filter {
namespace {

double number_of(const Constant& constant) {
  const TagFacts& tag = facts_of(constant.tag);
  if (tag.kind == NumberKind::signed_integer)
    return static_cast<double>(static_cast<std::int64_t>(constant.bits));
  if (tag.kind == NumberKind::unsigned_integer) return static_cast<double>(constant.bits);
  return tag.bits == 32 ? std::bit_cast<float>(static_cast<std::uint32_t>(constant.bits))
                        : std::bit_cast<double>(constant.bits);
}

const FilterFacts& get_filter_at(const NamedFilter& filter, const Quotation& quotation) {
  try {
    return get_filter(filter.name);
  } catch (const Error& error) {
    const SourceSpan name{filter.span.begin, filter.span.begin + filter.name.size()};
    quotation.fail(name, error.message());
  }
}

/// Returns the cd_values of a filter with unknown parameters.
std::vector<std::uint32_t> raw_cd_values(const NamedFilter& filter, std::string_view name,
                                         const Quotation& quotation) {
  std::vector<std::uint32_t> cd_values;
  for (const Argument& argument : filter.arguments) {
    const auto* constant = std::get_if<Constant>(&argument.value);
    const bool is_word =
        constant != nullptr && argument.key.empty() && constant->tag != Constant::Tag::decimal;
    if (!is_word) {
      quotation.fail(argument.span, fmt::format("the parameters of {} are not known by name, "
                                                "expected a number, as 9, -17b, 93u or 1.5d",
                                                name));
    }
    const std::vector<std::uint32_t> next = cd_values_of(*constant);
    cd_values.insert(cd_values.end(), next.begin(), next.end());
  }
  return cd_values;
}

/// Resolves one filter's arguments by its registry row.
class NamedResolver {
 public:
  NamedResolver(const NamedFilter& filter, const Quotation& quotation)
      : filter_(filter), quotation_(quotation), facts_(get_filter_at(filter, quotation)) {}

  Filter resolve() {
    if (facts_.visible.empty()) return {facts_.id, raw_cd_values(filter_, facts_.name, quotation_)};
    layout_ = &choose_layout();
    values_.resize(layout_->parameters.size());
    bool keyed = false;
    for (const Argument& argument : filter_.arguments) {
      if (&argument == mode_argument_) continue;
      if (keyed && argument.key.empty()) {
        quotation_.fail(argument.span,
                        "parameter without a name after one with a name, expected key=value");
      }
      keyed = keyed || !argument.key.empty();
      set(argument.key.empty() ? next_parameter(argument) : named_parameter(argument), argument);
    }
    require_values();
    return {facts_.id, write_cd_values(*layout_, values_)};
  }

 private:
  /// Returns "zfp rate", or "blosc" if there is only one layout.
  std::string subject() const {
    std::string text(facts_.name);
    if (!layout_->mode.empty()) text.append(" ").append(layout_->mode);
    return text;
  }

  // ---- the layout ----

  const Layout& choose_layout() {
    if (facts_.visible.size() == 1) return facts_.visible.front();
    if (!filter_.arguments.empty()) {
      if (const Layout* layout = layout_of_mode(filter_.arguments.front())) return *layout;
    }
    for (const Argument& argument : filter_.arguments) {
      if (const Layout* layout = layout_of_key(argument.key)) return *layout;
    }
    quotation_.fail(filter_.span,
                    fmt::format("{} without its mode, expected {}", facts_.name, modes()));
  }

  /// Returns the layout named by the first argument, `reversible` or `mode=reversible`, or null.
  const Layout* layout_of_mode(const Argument& argument) {
    const auto* word = std::get_if<std::string>(&argument.value);
    const bool names_mode =
        argument.key.empty() || base::equals_ignoring_case(argument.key, "mode");
    if (word == nullptr || !names_mode) return nullptr;
    for (const Layout& layout : facts_.visible) {
      if (!base::equals_ignoring_case(layout.mode, *word)) continue;
      mode_argument_ = &argument;
      return &layout;
    }
    quotation_.fail(argument.span,
                    fmt::format("{} has no mode {}, expected {}", facts_.name, *word, modes()));
  }

  const Layout* layout_of_key(std::string_view key) const {
    for (const Layout& layout : facts_.visible) {
      if (find_parameter(layout, key) != nullptr) return &layout;
    }
    return nullptr;
  }

  std::string modes() const {
    std::vector<std::string> texts;
    for (const Layout& layout : facts_.visible) {
      const bool is_key = find_parameter(layout, layout.mode) != nullptr;
      texts.push_back(std::string(layout.mode) + (is_key ? "=..." : ""));
    }
    return alternatives(texts);
  }

  // ---- the parameter ----

  std::size_t index_of(const Parameter& parameter) const {
    return static_cast<std::size_t>(&parameter - layout_->parameters.data());
  }

  const Parameter& named_parameter(const Argument& argument) const {
    const Parameter* parameter = find_parameter(*layout_, argument.key);
    if (parameter == nullptr) {
      quotation_.fail(argument.span, fmt::format("{} has no parameter {}, expected {}", subject(),
                                                 argument.key, keys()));
    }
    if (values_[index_of(*parameter)]) {
      quotation_.fail(argument.span, fmt::format("{} {} is given twice, expected it once",
                                                 subject(), parameter->name));
    }
    return *parameter;
  }

  const Parameter& next_parameter(const Argument& argument) const {
    for (const Parameter& parameter : layout_->parameters) {
      if (is_given(parameter) && !values_[index_of(parameter)]) return parameter;
    }
    quotation_.fail(argument.span,
                    fmt::format("too many parameters of {}, expected {}", subject(), keys()));
  }

  std::string keys() const {
    std::vector<std::string> names;
    for (const Parameter& parameter : layout_->parameters) {
      if (is_given(parameter)) names.emplace_back(parameter.name);
    }
    return names.empty() ? "none" : alternatives(names);
  }

  // ---- the value ----

  void set(const Parameter& parameter, const Argument& argument) {
    const std::optional<double> value = value_of(parameter, argument);
    if (!value || !allows(parameter, *value)) refuse(parameter, argument);
    values_[index_of(parameter)] = value;
  }

  static std::optional<double> value_of(const Parameter& parameter, const Argument& argument) {
    if (const auto* constant = std::get_if<Constant>(&argument.value)) {
      return number_of(*constant);
    }
    const Choice* choice = find_choice(parameter, std::get<std::string>(argument.value));
    return choice != nullptr ? std::optional<double>(choice->number) : std::nullopt;
  }

  [[noreturn]] void refuse(const Parameter& parameter, const Argument& argument) const {
    const auto* constant = std::get_if<Constant>(&argument.value);
    const std::string shown =
        constant != nullptr ? format_constant(*constant) : std::get<std::string>(argument.value);
    const bool is_whole =
        constant != nullptr && number_of(*constant) == std::floor(number_of(*constant));
    const bool wants_whole = parameter.kind == Kind::integer && !is_whole;
    quotation_.fail(argument.span,
                    fmt::format("{} {} is {}, expected {}{}", facts_.name, parameter.name, shown,
                                wants_whole ? "a whole number, " : "", expected(parameter)));
  }

  void require_values() const {
    for (const Parameter& parameter : layout_->parameters) {
      const bool has_value = values_[index_of(parameter)] || parameter.default_value;
      if (has_value || !is_given(parameter) || parameter.may_be_left_out) continue;
      quotation_.fail(filter_.span,
                      fmt::format("{} without its {} ({}), expected {}=...", subject(),
                                  parameter.name, expected(parameter), parameter.name));
    }
  }

  const NamedFilter& filter_;
  const Quotation& quotation_;
  const FilterFacts& facts_;
  const Layout* layout_ = nullptr;
  const Argument* mode_argument_ = nullptr;  ///< the argument that names the layout, or null
  Values values_;
};

}  // namespace

Filter resolve_named(const NamedFilter& filter, const Quotation& quotation, FilterSource& plugins) {
  if (find_filter(filter.name) == nullptr) {
    if (const auto id = plugins.find_id(filter.name)) {
      return {*id, raw_cd_values(filter, filter.name, quotation)};
    }
  }
  return NamedResolver(filter, quotation).resolve();
}

}  // namespace ncf::filter
