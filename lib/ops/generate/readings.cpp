// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/generate/readings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cdl/read/array_reader.hpp"
#include "cdl/read/document.hpp"
#include "cdl/read/parser.hpp"
#include "cdl/read/text.hpp"
#include "cdl/read/value_reader.hpp"
#include "model/schema/default_chunks.hpp"
#include "model/schema/fill_values.hpp"
#include "model/schema/format_facts.hpp"
#include "model/schema/schema.hpp"
#include "model/values/type.hpp"
#include "ncf/error.hpp"
#include "ops/filters/required_filters.hpp"
#include "ops/output/marker_attributes.hpp"
#include "ops/output/reader_notes.hpp"
#include "ops/output/zarr_losses.hpp"
#include "ops/select/subset.hpp"
#include "plugin/plugin_filters.hpp"
#include "store/open/format_check.hpp"
#include "transcode/walks/walks.hpp"

namespace ncf::ops {
namespace {

// ---- The first reading --------------------------------------------------------------------------

struct FirstReading {
  cdl::Document document;
  std::vector<std::size_t> lengths;  ///< of the dimensions
  std::vector<bool> has_values;      ///< for each variable
  bool is_faulty = false;
};

/// Reads the text once, without messages: reading the values reports errors.
FirstReading read_once(const InputText& text, bool int64_is_int) {
  FirstReading reading;
  cdl::TextWindow window(text.source());
  cdl::Diagnostics silent(text.name(), {});
  const auto count_lengths = [&](const model::Schema& schema, model::VariableId variable,
                                 cdl::Lexer& lexer) {
    reading.lengths.resize(schema.dimensions.size());
    reading.has_values.resize(schema.variables.size());
    reading.has_values[variable] = true;
    cdl::LengthCounter(schema, variable, lexer, silent, reading.lengths).count();
  };
  plugin::PluginFilters filters;
  reading.document = cdl::Parser(window, silent, count_lengths, {int64_is_int, filters}).parse();
  reading.lengths.resize(reading.document.schema.dimensions.size());
  reading.has_values.resize(reading.document.schema.variables.size());
  reading.is_faulty = silent.errors() > 0;
  return reading;
}

/// source: ncgen(1), "-k"
Format choose_format(const GenerateOptions& options, const cdl::Document& document) {
  if (options.format) return *options.format;
  if (document.format) return *document.format;
  if (document.needs_netcdf4 || document.has_special_attributes) return Format::netcdf4;
  return document.needs_cdf5 ? Format::cdf5 : Format::classic;
}

/// Checks for storage settings that the file kind does not have. (The format checks filters and
/// quantization itself.)
void check_storage(const model::Schema& schema) {
  if (has_chunks(schema.format)) return;
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    const model::Variable& variable = schema.variables[id];
    const bool is_plain = variable.storage.layout == model::Layout::contiguous &&
                          variable.byte_order == model::ByteOrder::native;
    if (is_plain) continue;
    throw Error(ErrorCode::unsupported,
                fmt::format("variable {}: {} files have no choice of storage or byte order; choose "
                            "-k netCDF-4",
                            schema.variable_path(id), format_name(schema.format)));
  }
}

/// Checks rounding that the text requests by netCDF's attributes, according to libnetcdf's rules.
void check_quantization(const model::Schema& schema) {
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    const model::Variable& variable = schema.variables[id];
    if (!variable.quantization) continue;
    const int most = model::max_digits(variable.quantization->mode, *variable.type);
    if (variable.quantization->digits >= 1 && variable.quantization->digits <= most) continue;
    const std::string why =
        most == 0 ? "rounds floats and doubles, not type " + variable.type->name
                  : fmt::format("takes 1 to {} for type {}", most, variable.type->name);
    throw Error(ErrorCode::unsupported,
                fmt::format("variable {}: {} {}", schema.variable_path(id),
                            model::quantization_attribute(variable.quantization->mode), why));
  }
}

/// Removes filters of variable-length values. HDF5 files may have them, to compress references, and
/// dumps of such files show them.
void unfilter_if_variable_length(model::Schema& schema, model::VariableId id,
                                 std::vector<std::string>& warnings) {
  model::Variable& variable = schema.variables[id];
  const bool has_none = !variable.asked_filters || variable.asked_filters->empty();
  if (!is_netcdf4(schema.format) || variable.type->is_fixed_size || has_none) return;
  variable.asked_filters.reset();
  warnings.push_back(
      fmt::format("variable {}: filters dropped: netCDF-4 cannot filter values of variable length",
                  schema.variable_path(id)));
}

/// Changes what the schema's format stores differently from the text. Returns warnings about it.
std::vector<std::string> adapt_to_format(model::Schema& schema) {
  const Format format = schema.format;
  std::vector<std::string> warnings;
  if (!has_chunks(format)) return warnings;
  std::vector<model::VariableId> ids(schema.variables.size());
  std::iota(ids.begin(), ids.end(), model::VariableId{0});
  fit_fill_values(schema, ids, warnings);
  if (is_zarr(format)) {
    tell_unused_types(schema, warnings);
    adapt_to_zarr(schema, warnings);
  }
  std::vector<std::string> with_checksum_last;
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    model::Variable& variable = schema.variables[id];
    unfilter_if_variable_length(schema, id, warnings);
    if (is_zarr(format) && put_checksum_last_for_zarr(variable)) {
      with_checksum_last.push_back(schema.variable_path(id));
    }
  }
  if (is_plain_zarr(format)) note_zarr_python(schema, warnings);
  if (is_zarr(format)) note_xarray(schema, warnings);
  note_checksums_last(with_checksum_last, warnings);
  return warnings;
}

/// Returns whether an error comes from the text. Other errors do not: for example, the disk is full
/// or the user stopped.
bool is_of_the_text(ErrorCode code) {
  return code == ErrorCode::unsupported || code == ErrorCode::not_found ||
         code == ErrorCode::usage || code == ErrorCode::syntax;
}

// ---- The second reading -------------------------------------------------------------------------

/// Returns the single value that applies where the text gives none.
model::Values fill_value_for_text(const model::Variable& variable) {
  const model::Values* const given = model::find_fitting_fill_value(variable);
  return given != nullptr ? *given : cdl::fill_value(variable.type);
}

/// Returns the walk over the boxes of a variable.
transcode::COrderWalk walk_over(const model::Variable& variable,
                                const std::vector<std::size_t>& shape, const BoxLimits& limits) {
  std::vector<std::size_t> chunk = variable.storage.chunk_shape;
  if (chunk.size() != shape.size()) chunk.clear();
  for (std::size_t& length : chunk) length = std::max<std::size_t>(1, length);
  std::size_t most = transcode::values_of_a_call(limits.bytes, variable.type->size_bytes,
                                                 {variable.storage.chunk_shape});
  if (!variable.type->is_fixed_size) most = std::min(most, limits.variable_length_values);
  return {shape, chunk, std::max<std::size_t>(1, most)};
}

/// Returns the numbers of values in such boxes. A line is what is cut into boxes: one dimension, of
/// which later ones are whole.
cdl::BlockPlan blocks_of(const std::vector<std::size_t>& shape, transcode::COrderWalk walk) {
  const auto first = walk.next();
  if (!first) return {};
  const std::size_t block = first->value_count();
  std::size_t cut = shape.size();
  while (cut > 0 && first->count[cut - 1] == shape[cut - 1]) --cut;
  const std::size_t line = cut == 0 ? block : block / first->count[cut - 1] * shape[cut - 1];
  return {model::value_count(shape), line, block};
}

/// Returns whether the variable is the planned one. The two readings differ if the text has errors,
/// because the first skips values without parsing them, or if the text changed meanwhile.
bool is_as_planned(const model::Schema& plan, const model::Schema& schema, model::VariableId id) {
  if (id >= plan.variables.size()) return false;
  const model::Variable& planned = plan.variables[id];
  const model::Variable& variable = schema.variables[id];
  const auto is_same = [&](model::DimensionId dimension) {
    if (dimension >= plan.dimensions.size()) return false;
    const model::Dimension& was = plan.dimensions[dimension];
    const model::Dimension& is = schema.dimensions[dimension];
    return was.is_unlimited == is.is_unlimited && (is.is_unlimited || was.length == is.length);
  };
  return planned.name == variable.name && planned.group == variable.group &&
         planned.dimensions == variable.dimensions &&
         model::same_type(*planned.type, *variable.type) &&
         std::all_of(variable.dimensions.begin(), variable.dimensions.end(), is_same);
}

class ValuePass {
 public:
  ValuePass(const InputText& text, const GeneratePlan& plan, const model::Schema& made,
            const CdlMessageHandler& on_message, const BoxHandler& on_box, const BoxLimits& limits)
      : name_(text.name()),
        window_(text.source()),
        diagnostics_(
            text.name(), on_message ? on_message : [](const std::string&) {}),
        plan_(plan),
        made_(made),
        on_box_(on_box),
        limits_(limits),
        has_values_(made.variables.size(), false) {}

  void run() {
    const auto on_data = [this](const model::Schema& schema, model::VariableId variable,
                                cdl::Lexer& lexer) { read_variable(schema, variable, lexer); };
    plugin::PluginFilters filters;
    (void)cdl::Parser(window_, diagnostics_, on_data, {plan_.int64_is_int, filters}).parse();
    if (diagnostics_.errors() > 0) throw diagnostics_.summary();
    if (plan_.is_faulty) {
      throw Error(ErrorCode::internal,
                  name_ + ": the second reading did not find the error of the first");
    }
  }

 private:
  void read_variable(const model::Schema& schema, model::VariableId id, cdl::Lexer& lexer) {
    const bool is_planned = is_as_planned(made_, schema, id);
    if (!is_planned && !plan_.is_faulty) {
      throw Error(ErrorCode::io, "the text was changed while it was read; try again")
          .add_context(name_);
    }
    // In a text with errors, lengths are uncertain, and the error may be in the values that
    // determine them.
    if (!is_planned || (plan_.is_faulty && schema.has_unlimited(schema.variables[id]))) {
      std::vector<std::size_t> lengths(schema.dimensions.size());
      cdl::LengthCounter(schema, id, lexer, diagnostics_, lengths).count();
      return;
    }
    const model::Variable& variable = made_.variables[id];
    if (has_values_[id]) {
      throw cdl::Fault{lexer.peek().span,
                       fmt::format("variable {} has its values already", variable.name)};
    }
    if (!model::fits_any_file(made_.shape(variable), variable.type->size_bytes)) {
      throw cdl::Fault{lexer.peek().span,
                       fmt::format("variable {} is larger than any file", variable.name)};
    }
    has_values_[id] = true;
    const std::vector<std::size_t> shape = made_.shape(variable);
    transcode::COrderWalk walk = walk_over(variable, shape, limits_);
    const cdl::BlockPlan blocks = blocks_of(shape, walk);
    const model::Values fill = fill_value_for_text(schema.variables[id]);
    cdl::ValueStream stream(fill, blocks, [&](std::size_t /*first*/, const model::Values& values) {
      const std::optional<model::Box> box = walk.next();
      if (on_box_ && diagnostics_.errors() == 0) on_box_(id, *box, values);
    });
    cdl::ArrayReader reader(schema, id, shape, lexer, diagnostics_, stream);
    if (plan_.int64_is_int) reader.forbid_other_bits();
    reader.read();
    if (must_write_fill(variable)) stream.fill(blocks.total - stream.position());
    stream.finish();
  }

  const std::string& name_;
  cdl::TextWindow window_;
  cdl::Diagnostics diagnostics_;
  const GeneratePlan& plan_;
  const model::Schema& made_;
  const BoxHandler& on_box_;
  const BoxLimits& limits_;
  std::vector<bool> has_values_;
};

}  // namespace

GeneratePlan plan_generate(const InputText& text, const GenerateOptions& options,
                           const CdlMessageHandler& on_message) {
  FirstReading reading = read_once(text, false);
  GeneratePlan plan;
  const Format format = choose_format(options, reading.document);
  plan.int64_is_int =
      reading.document.has_int64 && model::facts_of(format).largest_type < model::TypeClass::int64;
  if (plan.int64_is_int) reading = read_once(text, true);
  plan.is_faulty = reading.is_faulty;
  if (!options.header_only) plan.has_values = std::move(reading.has_values);
  plan.dataset_name = options.dataset_name.value_or(reading.document.name);
  plan.schema = std::move(reading.document.schema);
  plan.definitions = std::move(reading.document.definitions);
  plan.schema.format = format;
  plan.has_values.resize(plan.schema.variables.size());
  for (model::DimensionId id = 0; id < plan.schema.dimensions.size(); ++id) {
    model::Dimension& dimension = plan.schema.dimensions[id];
    if (dimension.is_unlimited) dimension.length = reading.lengths[id];
  }
  for (model::Variable& variable : plan.schema.variables) {
    variable.no_fill = variable.no_fill || options.no_fill;
  }
  for (const std::string& warning : adapt_to_format(plan.schema)) {
    if (on_message && !plan.is_faulty) {
      on_message(fmt::format("{}: warning: {}", text.name(), warning));
    }
  }
  return plan;
}

void check_kind(const model::Schema& schema) {
  store::check_format(schema);
  check_storage(schema);
  check_quantization(schema);
}

std::vector<std::string> adapt_filters(model::Schema& schema, filter::FilterSource& filters) {
  std::vector<std::string> warnings;
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    model::Variable& variable = schema.variables[id];
    for (std::string& note : leave_out_inapplicable(schema, id)) {
      warnings.push_back(std::move(note));
    }
    require_filters(schema, id, variable.filters_to_define(), plugin::FilterUse::encode);
    const auto chunk_shape = model::chunk_shape_to_make(schema, variable);
    for (const std::string& warning : replace_stored_parameters(filters, chunk_shape, variable)) {
      warnings.push_back(fmt::format("variable {}: {}", schema.variable_path(id), warning));
    }
  }
  return warnings;
}

void tell_definition_error(const InputText& text, const GeneratePlan& plan, const Error& error,
                           const CdlMessageHandler& on_message) {
  if (!on_message || !is_of_the_text(error.code())) return;
  const std::string message = error.what();
  const auto named = cdl::find_named(plan.definitions, plan.schema, message);
  if (!named) return;
  cdl::TextWindow window(text.source());
  window.move_forward(named->span.offset);
  cdl::Diagnostics diagnostics(text.name(), on_message);
  diagnostics.error(window, named->span, message.substr(named->begin));
  throw diagnostics.summary();
}

bool must_write_fill(const model::Variable& variable) {
  return variable.no_fill || !variable.type->is_atomic();
}

void read_values(const InputText& text, const GeneratePlan& plan, const model::Schema& made,
                 const CdlMessageHandler& on_message, const BoxHandler& on_box,
                 const BoxLimits& limits) {
  ValuePass(text, plan, made, on_message, on_box, limits).run();
}

}  // namespace ncf::ops
