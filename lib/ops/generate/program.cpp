// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <utility>
#include <vector>

#include "base/errors/error_context.hpp"
#include "base/threads/library_call.hpp"
#include "cdl/program/program_writer.hpp"
#include "filter/registry/registry.hpp"
#include "filter/spec/chain_order.hpp"
#include "model/schema/fill_values.hpp"
#include "ncf/error.hpp"
#include "ncf/generate.hpp"
#include "ops/generate/input_text.hpp"
#include "ops/generate/readings.hpp"

namespace ncf {
namespace {

using base::with_context;

std::string path_of_output(const GenerateOptions& options, const ops::GeneratePlan& plan) {
  if (options.output) return *options.output;
  if (plan.dataset_name.empty()) {
    throw Error(ErrorCode::usage, "the dataset has no name to name the output after; give one");
  }
  return plan.dataset_name + options.extension;
}

/// Checks the order of filters, because a program defines them through libnetcdf, in libnetcdf's
/// own order.
/// throws: Error(unsupported) if the chain has another order.
void require_programmable_order(const Chain& asked) {
  const Chain made = filter::in_order_of_libnetcdf(asked);
  if (made == asked) return;
  throw Error(ErrorCode::unsupported,
              fmt::format("a program would make the filters {} in the order {}; ncfgen without -l "
                          "keeps the order",
                          filter::describe(asked), filter::describe(made)));
}

/// throws: Error(unsupported).
void require_programmable_flags(const Chain& asked) {
  const Filter* const flagged = filter::find_flagged(asked);
  if (flagged == nullptr) return;
  throw Error(
      ErrorCode::unsupported,
      fmt::format("a program cannot make {} {}, because libnetcdf cannot; ncfgen without -l "
                  "can",
                  filter::filter_title(flagged->id), filter::name_of(flagged->flag)));
}

/// Checks chunk lengths: libnetcdf does not create chunks longer than a fixed dimension, though it
/// reads them.
/// throws: Error(unsupported).
void require_programmable_chunks(const model::Schema& schema, const model::Variable& variable) {
  const std::vector<std::size_t>& chunk = variable.storage.chunk_shape;
  for (std::size_t i = 0; i < chunk.size(); ++i) {
    const model::Dimension& dimension = schema.dimensions[variable.dimensions[i]];
    if (dimension.is_unlimited || chunk[i] <= dimension.length) continue;
    throw Error(ErrorCode::unsupported,
                fmt::format("a program cannot make a chunk of {}, longer than dimension {} of {}; "
                            "ncfgen without -l can",
                            chunk[i], dimension.name, dimension.length));
  }
}

/// throws: Error(unsupported).
void require_programmable_fill_value(const model::Variable& variable) {
  if (!model::has_odd_fill_value(variable)) return;
  throw Error(ErrorCode::unsupported,
              fmt::format("a program cannot make a _FillValue other than one value of type {}; "
                          "ncfgen without -l can",
                          variable.type->name));
}

/// throws: Error(unsupported).
void require_kept_values(const model::Type& type, std::size_t together) {
  const bool are_lost = together > 1 && cdl::must_be_written_alone(type);
  if (!are_lost && !cdl::contains_lost_values(type)) return;
  throw Error(ErrorCode::unsupported,
              "a program would lose values of variable length in arrays of compounds, because "
              "libhdf5 before 1.14.4 does where several such arrays are written together; ncfgen "
              "without -l keeps them");
}

void require_kept_attributes(const std::vector<model::Attribute>& attributes) {
  for (const model::Attribute& attribute : attributes) {
    with_context("attribute " + attribute.name, [&] {
      require_kept_values(*attribute.values->type(), attribute.values->count());
    });
  }
}

void require_programmable(const model::Schema& schema) {
  for (model::GroupId id = 0; id < schema.groups.size(); ++id) {
    with_context("group " + schema.group_path(id),
                 [&] { require_kept_attributes(schema.groups[id].attributes); });
  }
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    with_context([&] { return schema.variable_title(id); },
                 [&] {
                   require_programmable_order(schema.variables[id].filters_to_define());
                   require_programmable_flags(schema.variables[id].filters_to_define());
                   require_programmable_chunks(schema, schema.variables[id]);
                   require_programmable_fill_value(schema.variables[id]);
                   require_kept_values(*schema.variables[id].type, 1);
                   require_kept_attributes(schema.variables[id].attributes);
                 });
  }
}

std::unique_ptr<cdl::ProgramWriter> make_writer(const GenerateOptions& options,
                                                const ProgramOptions& program,
                                                const ops::GeneratePlan& plan) {
  std::string path = path_of_output(options, plan);
  if (is_zarr(plan.schema.format)) {
    throw Error(ErrorCode::unsupported, "programs make files of netCDF's own kinds, not Zarr");
  }
  require_programmable(plan.schema);
  auto writer = program.language == ProgramLanguage::c
                    ? cdl::make_c_program(plan.schema, std::move(path), program.main_name)
                    : cdl::make_fortran_program(plan.schema, std::move(path));
  ops::check_kind(plan.schema);
  return writer;
}

}  // namespace

// The text was already read completely, so a program is printed completely or not at all.
void print_program(const GenerateOptions& options, const ProgramOptions& program,
                   const TextSink& sink, const CdlMessageHandler& on_message) {
  base::library_call(options.stop, [&] {
    const ops::InputText text(options.input);
    const ops::GeneratePlan plan = ops::plan_generate(text, options, on_message);
    ops::read_values(text, plan, plan.schema, on_message, {});
    const auto writer = ops::at_definitions(text, plan, on_message, [&] {
      return with_context(text.name(), [&] { return make_writer(options, program, plan); });
    });
    const auto flush = [&] {
      sink(writer->text());
      writer->text().clear();
    };
    writer->begin();
    flush();
    const auto write = [&](model::VariableId id, const model::Box& box,
                           const model::Values& values) {
      writer->write(id, box, values);
      flush();
    };
    const cdl::PieceLimits limits = writer->piece_limits();
    if (!options.header_only) {
      ops::read_values(text, plan, plan.schema, {}, write,
                       {limits.bytes, limits.variable_length_values});
    }
    writer->end();
    flush();
  });
}

}  // namespace ncf
