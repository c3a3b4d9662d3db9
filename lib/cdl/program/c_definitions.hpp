// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The definitions of a dataset as functions in C: types, dimensions, attributes of groups, and one
// for each variable with its storage and attributes.
// source: netCDF C API reference
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

#include "cdl/program/c_names.hpp"
#include "cdl/program/c_text.hpp"
#include "model/schema/schema.hpp"

namespace ncf::cdl {

/// A statement that calls a function of libnetcdf, and ends the program if that fails.
class CCall {
 public:
  using Arguments = std::initializer_list<std::string_view>;

  /// Appends the call to `out`, without its end. The last line of `out` must be empty.
  CCall(std::string& out, std::size_t indent, std::string_view function, Arguments arguments);

  /// Returns the arguments, to which more can be added.
  [[nodiscard]] CList& arguments() noexcept { return list_; }

  /// place: the text that the program prints before libnetcdf's reason.
  void end(std::string_view place);

 private:
  CList list_;
};

class CDefinitions {
 public:
  /// All arguments must outlive this.
  CDefinitions(const model::Schema& schema, const CNames& names, std::string& out)
      : schema_(schema), names_(names), out_(out) {}

  void append_value_types();
  /// Appends the variables of the program that contain ids.
  void append_ids();
  void append_define_types();
  void append_define_dimensions();
  void append_define_attributes();
  void append_define_variable(model::VariableId id);

 private:
  void append_call(std::string_view function, CCall::Arguments arguments, std::string_view place);
  void append_structure(const model::Type& type);
  void append_define_type(const model::UserType& type);
  void append_insert_fields(const model::UserType& type, const std::string& group);
  void append_storage(const model::Variable& variable, const std::string& id,
                      const std::string& place);
  void append_layout(const model::Variable& variable, const std::string& id,
                     const std::string& place);
  void append_filters(const model::Variable& variable, const std::string& id,
                      const std::string& place);
  void append_attribute(const std::string& group, std::string_view id,
                        const model::Attribute& attribute, const std::string& owner);

  const model::Schema& schema_;
  const CNames& names_;
  std::string& out_;
};

}  // namespace ncf::cdl
