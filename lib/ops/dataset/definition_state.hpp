// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What a public Definition holds: a schema, and its names.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/dataset/stored_form.hpp"
#include "model/grid/box.hpp"
#include "model/schema/schema.hpp"
#include "ncf/dataset.hpp"

namespace ncf {

struct Definition::State {
  explicit State(model::Schema of);

  /// throws: Error(not_found).
  [[nodiscard]] model::VariableId find_variable(const std::string& path) const;
  /// Enters the last variable of the schema, which is new.
  void name_last_variable();

  model::Schema schema;
  std::map<std::string, model::VariableId> ids;  ///< by path
  /// The storage for which a file has its filters, of variables that have another one now.
  std::map<model::VariableId, model::Storage> storage_in_file;
};

namespace ops {

Definition make_definition(model::Schema schema);

/// throws: Error(usage) if the box is not within a variable of this shape.
void require_within(const ncf::Box& box, const std::vector<std::size_t>& shape);

/// throws: Error(usage) if a variable of this form has no chunk that begins at `start`.
void require_chunk(const model::StoredForm& form, const std::vector<std::size_t>& start);

/// Checks the size of elements of a type. throws: Error(unsupported) if they have variable length;
/// Error(usage) if there are not as many bytes as the box has.
void require_bytes(const model::Type& type, const ncf::Box& box, std::size_t bytes);

/// Returns elements as CDL writes them, exactly.
[[nodiscard]] std::string cdl_of(const model::Type& type, const std::byte* elements,
                                 std::size_t count);

/// throws: Error(usage) if elements are not netCDF's strings.
void require_text(const model::Type& type);

inline model::Box to_model(const ncf::Box& box) { return {box.start, box.count}; }

}  // namespace ops
}  // namespace ncf
