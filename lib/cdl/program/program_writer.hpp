// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A dataset as a program that makes it: C, or Fortran 77, for libnetcdf. Text is appended to a
// string, which the caller takes away whenever it likes, so that values of any number take little
// memory here; and each box of them is a function of its own, so that compilers manage too.
//
//   writer->begin();  writer->write(id, box, values); ...  writer->end();
//
// The program defines all that a store would be given, in the same order, and writes the same
// boxes: what it makes is what the library makes.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "model/box.hpp"
#include "model/schema.hpp"
#include "model/values.hpp"

namespace ncf::cdl {

/// Most of one box that `write` is given.
struct PieceLimits {
  std::size_t bytes = 0;
  std::size_t variable_length_values = 0;  ///< of types whose values have any size
};

class ProgramWriter {
 public:
  /// The schema outlives this.
  explicit ProgramWriter(const model::Schema& schema) : schema_(schema) {}
  ProgramWriter(const ProgramWriter&) = delete;
  ProgramWriter& operator=(const ProgramWriter&) = delete;
  virtual ~ProgramWriter() = default;

  [[nodiscard]] std::string& text() noexcept { return text_; }
  [[nodiscard]] virtual PieceLimits piece_limits() const noexcept = 0;

  /// The definitions.
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

/// path: of the file that the program makes by default; main: the name of its main
/// function. The schema's format is one of netCDF's own.
std::unique_ptr<ProgramWriter> make_c_program(const model::Schema& schema, std::string path,
                                              std::string main);

/// throws: Error(unsupported) naming the first thing that classic files do not have.
std::unique_ptr<ProgramWriter> make_fortran_program(const model::Schema& schema, std::string path);

}  // namespace ncf::cdl
