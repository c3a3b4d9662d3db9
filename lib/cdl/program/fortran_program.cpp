// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cdl/program/fortran_text.hpp"
#include "cdl/program/program_writer.hpp"
#include "model/schema/schema.hpp"
#include "ncf/error.hpp"

namespace ncf::cdl {
namespace {

using model::Schema;
using model::TypeClass;
using model::Values;
using model::Variable;
using model::VariableId;

// ---- Limits: programs in Fortran 77 can only make classic and 64-bit offset files ----

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorCode::unsupported,
              fmt::format("{}: Fortran 77 programs make only classic and 64-bit offset files; "
                          "choose -l c",
                          what));
}

void check_type(const std::string& place, const model::Type& type) {
  if (type.type_class > TypeClass::double_) {
    refuse(fmt::format("{}: type {}", place, type.name));
  }
}

void check_attributes(const std::string& place, const std::vector<model::Attribute>& attributes) {
  for (const model::Attribute& attribute : attributes) {
    check_type(fmt::format("{}attribute {}", place, attribute.name), *attribute.values->type());
  }
}

void check_variable(const Schema& schema, VariableId id) {
  const Variable& variable = schema.variables[id];
  const std::string place = schema.variable_title(id);
  check_type(place, *variable.type);
  check_attributes(place + ": ", variable.attributes);
  for (std::size_t i = 1; i < variable.dimensions.size(); ++i) {
    if (schema.dimensions[variable.dimensions[i]].is_unlimited) {
      refuse(place + ": an unlimited dimension that is not the first");
    }
  }
  if (variable.has_filters()) refuse(place + ": filters");
  if (variable.quantization) refuse(place + ": quantization");
  if (variable.storage.layout != model::Layout::contiguous) refuse(place + ": storage");
  if (variable.byte_order != model::ByteOrder::native) refuse(place + ": byte order");
}

/// throws: Error(unsupported) naming the first thing that such a program cannot make.
void check_fortran_limits(const Schema& schema) {
  if (schema.groups.size() > 1) refuse("group " + schema.group_path(1));
  for (const model::UserType& type : schema.types) refuse("type " + type.type->name);
  bool has_unlimited = false;
  for (model::DimensionId id = 0; id < schema.dimensions.size(); ++id) {
    if (!schema.dimensions[id].is_unlimited) continue;
    if (std::exchange(has_unlimited, true)) {
      refuse(fmt::format("dimension {}: a second unlimited one", schema.dimension_path(id)));
    }
  }
  check_attributes("", schema.groups.front().attributes);
  for (VariableId id = 0; id < schema.variables.size(); ++id) check_variable(schema, id);
  const bool is_classic = schema.format == Format::classic || schema.format == Format::offset64;
  if (!is_classic) refuse(fmt::format("{} files", format_name(schema.format)));
}

// ---- The program ----

/// Longer texts are assigned to a variable first.
constexpr std::size_t max_argument_bytes = 60;
/// With this many items a data statement has fewer than 19 continuation lines.
constexpr std::size_t max_data_items = 40;

constexpr std::string_view check_subroutine = R"(
      subroutine check(status, place)
      implicit none
      include 'netcdf.inc'
      integer status
      character*(*) place
      if (status .ne. nf_noerr) then
        print *, place//': '//nf_strerror(status)
        stop 1
      end if
      end
)";

void append_line(std::string& out, std::string_view statement) {
  FortranStatement(out).put(statement);
}

/// Appends the constants of an array, "data (values(i), i = 1, 3) / 2*1, 5 /", with repeat counts
/// for equal ones. Returns the indexes of the values without a constant, which are 0 there.
std::vector<std::size_t> append_data(std::string& out, const Values& values) {
  struct Run {
    std::string constant;
    std::size_t count;
  };
  std::vector<Run> runs;
  std::vector<std::size_t> others;
  const model::Type& type = *values.type();
  for (std::size_t i = 0; i < values.count(); ++i) {
    const auto constant = fortran_constant(type.type_class, values.data() + i * type.size_bytes);
    if (!constant) others.push_back(i);
    if (!runs.empty() && runs.back().constant == constant.value_or("0")) {
      ++runs.back().count;
    } else {
      runs.push_back({constant.value_or("0"), 1});
    }
  }
  std::size_t first = 1;
  for (std::size_t begin = 0; begin < runs.size(); begin += max_data_items) {
    const std::size_t end = std::min(begin + max_data_items, runs.size());
    std::size_t last = first - 1;
    for (std::size_t i = begin; i < end; ++i) last += runs[i].count;
    FortranStatement statement(out);
    statement.put(fmt::format("data (values(i), i = {}, {}) / ", first, last));
    for (std::size_t i = begin; i < end; ++i) {
      const Run& run = runs[i];
      const std::string times = run.count > 1 ? fmt::format("{}*", run.count) : "";
      statement.put(fmt::format("{}{}{}", times, run.constant, i + 1 < end ? ", " : " /"));
    }
    first = last + 1;
  }
  return others;
}

/// The arrays for the values of attributes, one for each type that is used.
class AttributeArrays {
 public:
  explicit AttributeArrays(const model::Schema& schema) {
    count(schema.groups.front().attributes);
    for (const Variable& variable : schema.variables) count(variable.attributes);
  }

  void append_declarations(std::string& out) const {
    for (const auto& [type, most] : most_) {
      const FortranType& facts = fortran_type(type);
      if (type == TypeClass::char_) {
        append_line(out, fmt::format("character*{} text", most));
        continue;
      }
      append_line(out, fmt::format("{} {}({})", facts.declaration, array_name(type), most));
      if (facts.bits.empty()) continue;
      append_line(out, fmt::format("{} {}({})", facts.bits, bits_name(type), most));
      append_line(out, fmt::format("equivalence ({}, {})", array_name(type), bits_name(type)));
    }
  }

  static std::string array_name(TypeClass type) {
    return fmt::format("{}s", fortran_type(type).function);
  }
  static std::string bits_name(TypeClass type) {
    return fmt::format("{}bits", fortran_type(type).function);
  }

 private:
  void count(const std::vector<model::Attribute>& attributes) {
    for (const model::Attribute& attribute : attributes) {
      const Values& values = *attribute.values;
      const TypeClass type = values.type()->type_class;
      if (type == TypeClass::char_ && values.count() <= max_argument_bytes) continue;
      most_[type] = std::max({most_[type], values.count(), std::size_t{1}});
    }
  }

  std::map<TypeClass, std::size_t> most_;
};

class FortranProgram final : public ProgramWriter {
 public:
  FortranProgram(const model::Schema& schema, std::string path)
      : ProgramWriter(schema), path_(std::move(path)) {}

  // The time to compile the data statements of an array grows faster than their number.
  [[nodiscard]] PieceLimits piece_limits() const noexcept override { return {4000, 1}; }

  void begin() override {
    text() +=
        "c     Makes a netCDF file. Printed by ncfgen -l f77; to be compiled\n"
        "c     with -lnetcdff.\n";
  }

  void write(VariableId id, const model::Box& box, const Values& values) override {
    pieces_.push_back(id);
    const std::string function =
        fmt::format("nf_put_vara_{}", fortran_type(values.type()->type_class).function);
    text() += fmt::format(R"(
      subroutine put{0}(ncid, varid)
      implicit none
      integer ncid, varid
      integer {1}
      external {1}
      integer first({2}), counts({2})
)",
                          pieces_.size(), function, std::max<std::size_t>(box.start.size(), 1));
    if (values.type()->type_class == TypeClass::char_) {
      append_text(box, values);
    } else {
      append_numbers(box, values);
    }
    FortranCall(text(), function, {"ncid", "varid", "first", "counts", "values"})
        .end(schema().variable_title(id));
    line("end");
  }

  // The declarations of the main program depend on its statements.
  void end() override {
    std::string before = std::exchange(text(), {});
    append_statements();
    const std::string statements = std::exchange(text(), std::move(before));
    text() += R"(
      program main
      implicit none
      include 'netcdf.inc'
      integer ncid
)";
    append_declarations();
    text() += statements;
    line("end");
    text() += check_subroutine;
  }

 private:
  void line(std::string_view statement) { append_line(text(), statement); }

  void append_declarations() {
    const auto append_array = [&](std::string_view name, std::size_t length) {
      if (length > 0) line(fmt::format("integer {}({})", name, length));
    };
    std::size_t rank = 1;
    for (const Variable& variable : schema().variables) {
      rank = std::max(rank, variable.dimensions.size());
    }
    const std::size_t variables = schema().variables.size();
    append_array("dims", schema().dimensions.size());
    append_array("shape", variables > 0 ? rank : 0);
    append_array("vars", variables);
    if (labels_ > 0) line("integer i");
    AttributeArrays(schema()).append_declarations(text());
  }

  void append_statements() {
    const bool is_offset64 = schema().format == Format::offset64;
    FortranCall(text(), "nf_create", {})
        .put_string(path_)
        .put(is_offset64 ? "ior(nf_clobber, nf_64bit_offset)" : "nf_clobber")
        .put("ncid")
        .end(path_);
    for (model::DimensionId id = 0; id < schema().dimensions.size(); ++id) define_dimension(id);
    for (const model::Attribute& attribute : schema().groups.front().attributes) {
      put_attribute("nf_global", attribute, "");
    }
    for (VariableId id = 0; id < schema().variables.size(); ++id) define_variable(id);
    FortranCall(text(), "nf_enddef", {"ncid"}).end("definitions");
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      line(fmt::format("call put{}(ncid, vars({}))", i + 1, pieces_[i] + 1));
    }
    FortranCall(text(), "nf_close", {"ncid"}).end(path_);
  }

  void define_dimension(model::DimensionId id) {
    const model::Dimension& dimension = schema().dimensions[id];
    FortranCall(text(), "nf_def_dim", {"ncid"})
        .put_string(dimension.name)
        .put(dimension.is_unlimited ? "nf_unlimited" : fmt::format("{}", dimension.length))
        .put(fmt::format("dims({})", id + 1))
        .end("dimension " + dimension.name);
  }

  void define_variable(VariableId id) {
    const Variable& variable = schema().variables[id];
    const std::string place = "variable " + variable.name;
    const std::string varid = fmt::format("vars({})", id + 1);
    const std::size_t rank = variable.dimensions.size();
    for (std::size_t i = 0; i < rank; ++i) {
      line(fmt::format("shape({}) = dims({})", i + 1, variable.dimensions[rank - 1 - i] + 1));
    }
    FortranCall(text(), "nf_def_var", {"ncid"})
        .put_string(variable.name)
        .put(fortran_type(variable.type->type_class).type_id)
        .put(fmt::format("{}", rank))
        .put("shape")
        .put(varid)
        .end(place);
    if (variable.no_fill) {
      FortranCall(text(), "nf_def_var_fill", {"ncid", varid, "1", "0"}).end(place);
    }
    for (const model::Attribute& attribute : variable.attributes) {
      put_attribute(varid, attribute, place + ": ");
    }
  }

  void put_attribute(const std::string& varid, const model::Attribute& attribute,
                     const std::string& owner) {
    const Values& values = *attribute.values;
    const TypeClass type = values.type()->type_class;
    const FortranType& facts = fortran_type(type);
    const bool is_text = type == TypeClass::char_;
    const bool is_argument = is_text && values.count() <= max_argument_bytes;
    if (!is_argument) assign_attribute(values);
    FortranCall call(text(), fmt::format("nf_put_att_{}", facts.function), {"ncid", varid});
    call.put_string(attribute.name);
    if (!is_text) call.put(facts.type_id);
    call.put(fmt::format("{}", values.count()));
    if (is_argument) {
      call.put_string(values.count() > 0 ? model::text_of(values) : " ");
    } else {
      call.put(is_text ? "text" : AttributeArrays::array_name(type));
    }
    call.end(fmt::format("{}attribute {}", owner, attribute.name));
  }

  void assign_attribute(const Values& values) {
    const model::Type& type = *values.type();
    if (type.type_class == TypeClass::char_) {
      return append_text_assignments(text(), "text", model::text_of(values), labels_);
    }
    const std::string array = AttributeArrays::array_name(type.type_class);
    const std::string bits = AttributeArrays::bits_name(type.type_class);
    for (std::size_t i = 0; i < values.count(); ++i) {
      line(fortran_assignment(type.type_class, values.data() + i * type.size_bytes, array, bits,
                              i + 1));
    }
  }

  // The first dimension in Fortran is the last in C.
  void append_box(const model::Box& box) {
    const auto append_sizes = [&](std::string_view name, std::vector<std::size_t> sizes,
                                  std::size_t base) {
      if (sizes.empty()) sizes = {1 - base};
      FortranStatement statement(text());
      statement.put(fmt::format("data {} / ", name));
      for (std::size_t i = sizes.size(); i > 0; --i) {
        statement.put(fmt::format("{}{}", sizes[i - 1] + base, i > 1 ? ", " : " /"));
      }
    };
    append_sizes("first", box.start, 1);
    append_sizes("counts", box.count, 0);
  }

  void append_text(const model::Box& box, const Values& values) {
    std::string assignments;
    int labels = 0;
    append_text_assignments(assignments, "values", model::text_of(values), labels);
    line(fmt::format("character*{} values", values.count()));
    if (labels > 0) line("integer i");
    append_box(box);
    text() += assignments;
  }

  void append_numbers(const model::Box& box, const Values& values) {
    const model::Type& type = *values.type();
    const FortranType& facts = fortran_type(type.type_class);
    std::string data;
    const std::vector<std::size_t> others = append_data(data, values);
    line(fmt::format("{} values({})", facts.declaration, values.count()));
    if (!others.empty() && !facts.bits.empty()) {
      line(fmt::format("{} bits({})", facts.bits, values.count()));
      line("equivalence (values, bits)");
    }
    line("integer i");
    append_box(box);
    text() += data;
    for (const std::size_t i : others) {
      line(fortran_assignment(type.type_class, values.data() + i * type.size_bytes, "values",
                              "bits", i + 1));
    }
  }

  std::string path_;
  std::vector<VariableId> pieces_;  ///< the variable of each
  int labels_ = 0;                  ///< in the main program
};

}  // namespace

std::unique_ptr<ProgramWriter> make_fortran_program(const model::Schema& schema, std::string path) {
  check_fortran_limits(schema);
  return std::make_unique<FortranProgram>(schema, std::move(path));
}

}  // namespace ncf::cdl
