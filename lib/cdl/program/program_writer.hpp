// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A dataset as a program that makes it with libnetcdf, in C or Fortran 77. Text is appended to a
// string, which the caller may empty at any time, so memory does not depend on the number of
// values. Each box of values is a function of its own, because compilers cannot handle very long
// functions.
//
//   writer->begin();  writer->write(id, box, values); ...  writer->end();
//
// The program defines the same things in the same order as the library would in a store, and writes
// the same boxes, so the files are the same.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "model/grid/box.hpp"
#include "model/schema/schema.hpp"
#include "model/values/values.hpp"

namespace ncf::cdl {

/// The largest box that `write` accepts.
struct PieceLimits {
  std::size_t bytes = 0;
  std::size_t variable_length_values = 0;  ///< of types whose values vary in size
};

class ProgramWriter {
 public:
  /// The schema must outlive this.
  explicit ProgramWriter(const model::Schema& schema) : schema_(schema) {}
  ProgramWriter(const ProgramWriter&) = delete;
  ProgramWriter& operator=(const ProgramWriter&) = delete;
  virtual ~ProgramWriter() = default;

  [[nodiscard]] std::string& text() noexcept { return text_; }
  [[nodiscard]] virtual PieceLimits piece_limits() const noexcept = 0;

  /// Writes the definitions.
  virtual void begin() = 0;
  virtual void write(model::VariableId variable, const model::Box& box,
                     const model::Values& values) = 0;
  virtual void end() = 0;

 protected:
  [[nodiscard]] const model::Schema& schema() const noexcept { return schema_; }

 private:
  const model::Schema& schema_;
  std::string text_;
};

/// path: of the file that the program makes by default. main: the name of its main function. The
/// schema's format is one of netCDF's own.
std::unique_ptr<ProgramWriter> make_c_program(const model::Schema& schema, std::string path,
                                              std::string main);

/// throws: Error(unsupported) naming the first thing that classic files cannot contain.
std::unique_ptr<ProgramWriter> make_fortran_program(const model::Schema& schema, std::string path);

// ---- Values that must be written one by one ----

// Before 1.14.4, libhdf5 loses values of variable
// length within arrays of compounds, in all but the last of the values that it converts together.

/// Returns whether only the last of several values converted together is certain to be complete.
[[nodiscard]] bool must_be_written_alone(const model::Type& type) noexcept;

/// Returns whether a single value contains several such values, which cannot be written one by one.
[[nodiscard]] bool contains_lost_values(const model::Type& type) noexcept;

}  // namespace ncf::cdl
