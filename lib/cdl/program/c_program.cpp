// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "cdl/program/c_text.hpp"
#include "cdl/program/program_writer.hpp"
#include "filter/registry/known_ids.hpp"
#include "model/grid/box.hpp"

namespace ncf::cdl {
namespace {

using model::VariableId;

std::string_view creation_mode(Format format) {
  switch (format) {
    case Format::offset64:
      return "NC_CLOBBER | NC_64BIT_OFFSET";
    case Format::cdf5:
      return "NC_CLOBBER | NC_64BIT_DATA";
    case Format::netcdf4:
      return "NC_CLOBBER | NC_NETCDF4";
    case Format::netcdf4_classic:
      return "NC_CLOBBER | NC_NETCDF4 | NC_CLASSIC_MODEL";
    default:
      return "NC_CLOBBER";
  }
}

class CProgram final : public ProgramWriter {
 public:
  CProgram(const model::Schema& schema, std::string path, std::string main)
      : ProgramWriter(schema), path_(std::move(path)), main_(std::move(main)), names_(schema) {}

  // Compilers need a hundred bytes and more for each constant of a list.
  [[nodiscard]] PieceLimits piece_limits() const noexcept override {
    return {std::size_t{32} << 10U, 256};
  }

  void begin() override {
    text() +=
        "/* Makes a netCDF file. Printed by ncfgen -l c; to be compiled with -lnetcdf. */\n"
        "#include <math.h>\n"
        "#include <netcdf.h>\n";
    if (has_plugin_filters()) text() += "#include <netcdf_filter.h>\n";
    text() +=
        "#include <stddef.h>\n"
        "#include <stdio.h>\n"
        "#include <stdlib.h>\n\n";
    definitions_ = append_c_definitions(text(), schema(), names_);
  }

  // The values are outside the function, because in it those of variable length would not be
  // constants.
  void write(VariableId id, const model::Box& box, const model::Values& values) override {
    const model::Variable& variable = schema().variables[id];
    const std::string piece = fmt::format("{}_{}", names_.variable(id), ++pieces_[id]);
    const bool is_text = values.type()->type_class == model::TypeClass::char_;
    const std::string begin = is_text ? fmt::format("static const char data_{}[] = ", piece)
                                      : fmt::format("static const {} data_{}[] = {{",
                                                    names_.value_type(*variable.type), piece);
    text() += "\n" + begin;
    CList list(text(), begin.size(), 4);
    put_values(list, names_, *variable.type, values);
    text() += is_text ? ";\n" : "};\n";
    text() += fmt::format("\nstatic void write_{}(void) {{\n", piece);
    if (must_be_written_alone(*variable.type)) {
      for (std::size_t i = 0; i < values.count(); ++i) {
        append_put("nc_put_var1", id, {c_array("size_t", model::indices_of(box, i))},
                   fmt::format("&data_{}[{}]", piece, i));
      }
    } else {
      append_put("nc_put_vara", id, {c_array("size_t", box.start), c_array("size_t", box.count)},
                 "data_" + piece);
    }
    text() += "}\n";
  }

  void end() override {
    text() += fmt::format(
        "\nint {}(int argc, char **argv) {{\n"
        "  const char *path = argc > 1 ? argv[1] : {};\n",
        main_, c_string(path_));
    text() += fmt::format("  check(nc_create(path, {}, &{}), path);\n",
                          creation_mode(schema().format), names_.group(0));
    append_groups();
    for (const std::string& function : definitions_) text() += fmt::format("  {}();\n", function);
    CCall(text(), 2, "nc_enddef", {names_.group(0)}).end("definitions");
    for (const auto& [id, count] : pieces_) {
      for (std::size_t i = 1; i <= count; ++i) {
        text() += fmt::format("  write_{}_{}();\n", names_.variable(id), i);
      }
    }
    text() += fmt::format(
        "  check(nc_close({}), path);\n"
        "  return EXIT_SUCCESS;\n"
        "}}\n",
        names_.group(0));
  }

 private:
  void append_put(std::string_view function, VariableId id, CCall::Arguments place,
                  std::string_view data) {
    CCall call(text(), 2, function,
               {names_.group(schema().variables[id].group), names_.variable(id)});
    for (const std::string_view part : place) call.put(part);
    call.put(data).end(schema().variable_title(id));
  }

  /// Returns whether there are filters for which netcdf.h alone has no functions.
  [[nodiscard]] bool has_plugin_filters() const {
    return std::ranges::any_of(schema().variables, [](const model::Variable& variable) {
      return std::ranges::any_of(variable.filters_to_define(), [](const Filter& filter) {
        return filter.id > filter::fletcher32_id;
      });
    });
  }

  void append_groups() {
    for (model::GroupId id = 1; id < schema().groups.size(); ++id) {
      const model::Group& group = schema().groups[id];
      CCall(text(), 2, "nc_def_grp",
            {names_.group(*group.parent), c_string(group.name), "&" + names_.group(id)})
          .end("group " + schema().group_path(id));
    }
  }

  std::string path_;
  std::string main_;
  CNames names_;
  std::vector<std::string> definitions_;      ///< the functions
  std::map<VariableId, std::size_t> pieces_;  ///< how many of each variable
};

}  // namespace

std::unique_ptr<ProgramWriter> make_c_program(const model::Schema& schema, std::string path,
                                              std::string main) {
  return std::make_unique<CProgram>(schema, std::move(path), std::move(main));
}

bool must_be_written_alone(const model::Type& type) noexcept {
  return std::ranges::any_of(type.fields, [](const model::CompoundField& field) {
    const bool is_compound = field.type->type_class == model::TypeClass::compound;
    const bool is_array = !field.shape.empty();
    return (is_array && is_compound && !field.type->is_fixed_size) ||
           must_be_written_alone(*field.type);
  });
}

bool contains_lost_values(const model::Type& type) noexcept {
  if (type.type_class == model::TypeClass::vlen) {
    return must_be_written_alone(*type.base) || contains_lost_values(*type.base);
  }
  return std::ranges::any_of(type.fields, [](const model::CompoundField& field) {
    return (!field.shape.empty() && must_be_written_alone(*field.type)) ||
           contains_lost_values(*field.type);
  });
}

}  // namespace ncf::cdl
