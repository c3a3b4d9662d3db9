// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/threads/library_call.hpp"
#include "filter/registry/registry.hpp"
#include "filter/registry/zfp_cd_values.hpp"
#include "filter/spec/chain_order.hpp"
#include "filter/spec/constant.hpp"
#include "filter/spec/resolve.hpp"
#include "ncf/error.hpp"
#include "ncf/explain.hpp"
#include "ncf/plugins.hpp"
#include "ops/info/notation.hpp"
#include "ops/report/report_json.hpp"
#include "ops/report/text_table.hpp"
#include "plugin/plugin_filters.hpp"

namespace ncf {
namespace {

using filter::FilterFacts;
using filter::Form;
using filter::Layout;
using filter::Parameter;
using filter::Reading;
using CdValues = std::vector<std::uint32_t>;

bool is_one_of(std::span<const Layout> layouts, const Layout* layout) {
  return std::ranges::any_of(layouts, [layout](const Layout& one) { return &one == layout; });
}

bool has_automatic(const Layout& layout) {
  return std::ranges::find(layout.parameters, filter::Kind::automatic, &Parameter::kind) !=
         layout.parameters.end();
}

std::optional<Reading> read_correct(const FilterFacts& facts, const CdValues& cd_values,
                                    Form form) {
  std::optional<Reading> reading = filter::read_cd_values(facts, cd_values, form);
  if (reading && reading->fault) reading.reset();
  return reading;
}

/// Returns the form of cd_values that a user or a file may have written.
CdValuesForm form_of(const FilterFacts& facts, const CdValues& cd_values) {
  if (facts.read_working != nullptr && facts.read_working(cd_values)) return CdValuesForm::working;
  const std::optional<Reading> as_visible = read_correct(facts, cd_values, Form::visible);
  const std::optional<Reading> as_working = read_correct(facts, cd_values, Form::working);
  if (!as_visible || !as_working) return CdValuesForm::same;
  if (as_visible->layout != as_working->layout) return CdValuesForm::ambiguous;
  if (is_one_of(facts.working, as_visible->layout)) return CdValuesForm::working;
  if (has_value_of_filter(*as_visible)) return CdValuesForm::working;
  const bool file_differs =
      !facts.working.empty() || facts.read_working != nullptr || has_automatic(*as_visible->layout);
  return file_differs ? CdValuesForm::visible : CdValuesForm::same;
}

std::vector<ParameterExplanation> explain_parameters(const Reading& reading,
                                                     const CdValues& cd_values) {
  std::vector<ParameterExplanation> explained;
  std::size_t at = 0;
  for (std::size_t i = 0; i < reading.layout->parameters.size() && at < cd_values.size(); ++i) {
    const Parameter& parameter = reading.layout->parameters[i];
    const double value = *reading.values[i];
    ParameterExplanation explanation;
    const auto begin = cd_values.begin() + static_cast<std::ptrdiff_t>(at);
    explanation.cd_values.assign(begin, begin + static_cast<std::ptrdiff_t>(width(parameter)));
    explanation.name = parameter.name;
    explanation.value = parameter.kind == filter::Kind::mode ? std::string(reading.layout->mode)
                                                             : format_value(parameter, value);
    explanation.flags = format_flags(parameter, value);
    explanation.help = parameter.help;
    explanation.is_set_by_filter = parameter.kind == filter::Kind::automatic;
    if (is_given(parameter)) explanation.allowed = expected(parameter);
    explained.push_back(std::move(explanation));
    at += width(parameter);
  }
  return explained;
}

/// Returns the parameters of the working form that the visible form lacks: "bits_per_pixel and
/// pixels_per_scanline".
std::string added_by_filter(const FilterFacts& facts, const Layout& user) {
  std::vector<std::string> names;
  const auto add = [&names](const Layout& layout) {
    for (const Parameter& parameter : layout.parameters) {
      if (parameter.kind != filter::Kind::automatic) continue;
      if (names.empty() || names.back() != parameter.name) names.emplace_back(parameter.name);
    }
  };
  for (const Layout& layout : facts.working) {
    if (layout.mode == user.mode) add(layout);
  }
  if (facts.working.empty()) add(user);
  return fmt::format("{}", fmt::join(names, ", "));
}

/// Explains one filter of a spec.
class FilterExplainer {
 public:
  FilterExplainer(const FilterAsWritten& written, std::string_view text,
                  filter::FilterSource& plugins)
      : written_(written), text_(text), plugins_(plugins) {}

  FilterExplanation explain() {
    read_cd_values_as_written();
    if (facts_ != nullptr) {
      explained_.description = facts_->description;
      explained_.provided_by = filter::providers_of(*facts_);
      explain_form();
    } else {
      explained_.form = CdValuesForm::same;
      explained_.notes.emplace_back("a filter that is not known here; neither are its parameters");
      explain_plugin();
    }
    return std::move(explained_);
  }

 private:
  void read_cd_values_as_written() {
    if (const auto* numeric = std::get_if<NumericFilter>(&written_)) {
      cd_values_ = filter::all_cd_values_of(*numeric);
      facts_ = filter::find_filter(numeric->id);
      if (facts_ != nullptr) explained_.form = form_of(*facts_, cd_values_);
      explained_.filter = user_filter(*numeric);
    } else {
      explained_.filter = filter::resolve(FilterSpec{{written_}}, text_, plugins_).front();
      require_filter();
      cd_values_ = explained_.filter.parameters;
      facts_ = filter::find_filter(explained_.filter.id);
      if (facts_ != nullptr && form_of(*facts_, cd_values_) == CdValuesForm::same) {
        explained_.form = CdValuesForm::same;
      }
    }
    filter::take_marks(written_, explained_.filter);
    explained_.summary = filter::describe(explained_.filter);
    if (explained_.filter.flag == FilterFlag::optional) {
      explained_.notes.emplace_back("optional: a chunk that it cannot encode is stored without it");
    }
  }

  /// throws: Error(unsupported) for a codec that is not a filter.
  void require_filter() const {
    const auto* const codec = filter::find_codec_without_filter(explained_.filter.id);
    if (codec == nullptr) return;
    throw Error(ErrorCode::unsupported,
                fmt::format("codec {} has no HDF5 filter: {}", codec->name, codec->description));
  }

  /// Returns the meaning of a numeric filter as user input, even if `resolve` rejects it as
  /// ambiguous.
  Filter user_filter(const NumericFilter& numeric) const {
    switch (facts_ != nullptr ? explained_.form : CdValuesForm::same) {
      case CdValuesForm::working:
        return visible_form(StoredFilter{numeric.id, cd_values_});
      case CdValuesForm::ambiguous:
        return {numeric.id, cd_values_};
      case CdValuesForm::visible:
      case CdValuesForm::same:
        break;
    }
    return resolve(FilterSpec{{written_}}, text_).front();
  }

  /// Adds what the plugin reports about itself.
  void explain_plugin() {
    for (const PairedFilter& paired : pair_libraries(survey_libraries())) {
      if (paired.id != explained_.filter.id) continue;
      if (paired.filter) explained_.description = paired.filter->name;
      explained_.provided_by =
          paired.filter_library.empty() ? paired.codec_library : paired.filter_library;
    }
  }

  void explain_form() {
    const Form form = explained_.form == CdValuesForm::working ? Form::working : Form::visible;
    if (const auto header = filter::read_zfp_header(cd_values_)) {
      explain_zfp(*header);
      return;
    }
    const std::optional<Reading> reading = filter::read_cd_values(*facts_, cd_values_, form);
    if (!reading) {
      if (!cd_values_.empty()) {
        explained_.notes.emplace_back("the meaning of its parameters is not known");
      }
      return;
    }
    explained_.parameters = explain_parameters(*reading, cd_values_);
    if (explained_.form == CdValuesForm::ambiguous) explain_other_meaning();
    if (explained_.form == CdValuesForm::visible) explain_what_is_stored(*reading->layout);
  }

  static std::string shape_text(const filter::ZfpHeader& header) {
    return fmt::format("{} {}", fmt::join(header.shape, " x "), header.type);
  }

  void explain_zfp(const filter::ZfpHeader& header) {
    const auto add = [&](std::size_t begin, std::size_t end, std::string name, std::string value,
                         std::string help) {
      explained_.parameters.push_back(
          {.cd_values = CdValues(cd_values_.begin() + static_cast<std::ptrdiff_t>(begin),
                                 cd_values_.begin() + static_cast<std::ptrdiff_t>(end)),
           .name = std::move(name),
           .value = std::move(value),
           .flags = {},
           .allowed = {},
           .help = std::move(help),
           .is_set_by_filter = true});
    };
    add(0, 1, "versions", header.filter_version + " and " + header.library_version,
        "of H5Z-ZFP and of zfp");
    add(1, 2, "codec", fmt::format("{}", header.codec_version),
        "zfp's mark and the stream's version");
    add(2, cd_values_.size(), "header",
        fmt::format("{}, {}", shape_text(header), explained_.summary),
        "type, chunk shape and mode");
    explained_.notes.push_back(describe(header));
    explained_.notes.emplace_back(
        "not for another variable: H5Z-ZFP would trust their type and shape, and ncf refuses them");
    explained_.notes.push_back(
        fmt::format("zfpy puts {} bits of them, from the second parameter on, before each chunk",
                    cd_values_.size() > 4 ? 148 : 96));
  }

  void explain_other_meaning() {
    const std::optional<Reading> stored = read_correct(*facts_, cd_values_, Form::working);
    const std::string other = filter::format_named(*facts_, *stored->layout, stored->values);
    explained_.notes.push_back(
        fmt::format("these are visible parameters; in a file they mean {}", other));
  }

  void explain_what_is_stored(const Layout& layout) {
    if (facts_->read_working != nullptr) {
      explained_.notes.emplace_back(
          "a file stores other parameters: versions, type and chunk shape, mode");
      return;
    }
    const std::string added = added_by_filter(*facts_, layout);
    if (!added.empty()) {
      explained_.notes.push_back(fmt::format("a file stores more: the filter sets {}", added));
    }
  }

  const FilterAsWritten& written_;
  std::string_view text_;
  filter::FilterSource& plugins_;
  const FilterFacts* facts_ = nullptr;
  CdValues cd_values_;  ///< as written
  FilterExplanation explained_;
};

std::string_view form_sentence(CdValuesForm form) {
  constexpr std::string_view sentences[] = {
      "visible parameters, as a user gives them", "working parameters, as a file stores them",
      "parameters (the same from a user and in a file)",
      "parameters that mean one thing from a user and another in a file"};
  return sentences[static_cast<std::size_t>(form)];
}

std::string value_text(const ParameterExplanation& parameter) {
  const std::string flags = parameter.flags.empty() ? "" : " with " + parameter.flags;
  return fmt::format("{}={}{}", parameter.name, parameter.value, flags);
}

std::string meaning_text(const ParameterExplanation& parameter) {
  if (parameter.is_set_by_filter) return parameter.help + "; the filter sets it";
  return parameter.allowed.empty() ? parameter.help
                                   : fmt::format("{}: {}", parameter.allowed, parameter.help);
}

std::string format_parameter_table(const std::vector<ParameterExplanation>& parameters) {
  std::vector<ops::TableRow> rows;
  for (const ParameterExplanation& parameter : parameters) {
    rows.push_back({fmt::format("{}", fmt::join(parameter.cd_values, ",")), value_text(parameter),
                    meaning_text(parameter)});
  }
  return ops::format_table(std::move(rows), {.indent = 4});
}

std::string format_filter(const FilterExplanation& one) {
  std::string text = one.summary + '\n';
  const auto add = [&text](const std::string& line) {
    if (!line.empty()) text += "  " + line + '\n';
  };
  add(one.description);
  add(fmt::format("filter {}{}", one.filter.id,
                  one.provided_by.empty() ? "" : ", from " + one.provided_by));
  add(fmt::format("{}", form_sentence(one.form)));
  text += format_parameter_table(one.parameters);
  for (const std::string& note : one.notes) add(note);
  return text + '\n';
}

std::string format_notations(const std::vector<Notation>& notations) {
  std::size_t width = 0;
  for (const Notation& notation : notations) width = std::max(width, notation.name.size());
  std::string text;
  const auto add = [&](const std::string& name, const std::string& line) {
    text += fmt::format("{:<{}}  {}\n", name, width, line);
  };
  for (const Notation& notation : notations) {
    if (!notation.text.empty()) add(notation.name, notation.text);
    if (!notation.note.empty()) {
      add(notation.text.empty() ? notation.name : "", '(' + notation.note + ')');
    }
  }
  return text;
}

}  // namespace

Explanation explain(std::string_view spec, const ExplainOptions& options) {
  return base::library_call([&] {
    Explanation explanation;
    const FilterSpec parsed = parse_filter_spec(spec, &explanation.warnings);
    Chain filters;
    plugin::PluginFilters plugins;
    for (const FilterAsWritten& written : parsed.filters) {
      explanation.filters.push_back(FilterExplainer(written, spec, plugins).explain());
      filters.push_back(explanation.filters.back().filter);
    }
    explanation.chain = filter::merge_repeated(std::move(filters));
    if (const auto late = filter::find_late_filter(explanation.chain)) {
      explanation.warnings.push_back("this order changes values, and is refused: " +
                                     filter::describe_late_filter(explanation.chain, *late));
    }
    explanation.notations = ops::notations_of(explanation.chain, options, plugins);
    return explanation;
  });
}

constexpr auto names_of(CdValuesForm /*any*/) {
  return std::to_array<std::string_view>({"visible", "working", "same", "ambiguous"});
}

std::string format_explanation(const Explanation& explanation) {
  std::string text;
  for (const FilterExplanation& one : explanation.filters) text += format_filter(one);
  return text + format_notations(explanation.notations);
}

void fields(auto& archive, ParameterExplanation& parameter) {
  archive("cd_values", parameter.cd_values, "name", parameter.name, "value", parameter.value,
          "flags", base::json_text_or_null(parameter.flags), "allowed",
          base::json_text_or_null(parameter.allowed), "help", parameter.help, "set_by_filter",
          parameter.is_set_by_filter);
}

void fields(auto& archive, FilterExplanation& one) {
  archive("id", one.filter.id, "parameters", one.filter.parameters, "flag",
          filter::name_of(one.filter.flag), "summary", one.summary, "description",
          base::json_text_or_null(one.description), "provided_by",
          base::json_text_or_null(one.provided_by), "form", one.form, "explanations",
          one.parameters, "notes", one.notes);
}

void fields(auto& archive, Explanation& explanation) {
  archive("filters", explanation.filters, "notations", explanation.notations);
}

std::string format_explanation_json(const Explanation& explanation) {
  return format_record(explanation);
}

}  // namespace ncf
