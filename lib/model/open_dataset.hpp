// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The common base of a source, which is read, and a target, which is written: a schema, and the
// name by which errors call them.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include "base/error_context.hpp"
#include "model/box.hpp"
#include "model/stored_form.hpp"
#include "model/values.hpp"

namespace ncf::model {

/// throws: Error(internal) if values cannot be those of a variable.
void check_type(const Variable& variable, const Values& values);

class OpenDataset {
 public:
  /// name: how errors refer to it; if empty, they name the variable alone.
  explicit OpenDataset(std::string name) : name_(std::move(name)) {}
  OpenDataset(const OpenDataset&) = delete;
  OpenDataset& operator=(const OpenDataset&) = delete;
  virtual ~OpenDataset() = default;

  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] virtual const Schema& schema() const = 0;

  /// Returns whether forms are of bytes that the store keeps. Elsewhere, on servers and in classic
  /// files, values as memory has them stand for these, in no chunks.
  [[nodiscard]] virtual bool shows_stored_bytes() const noexcept { return false; }

  /// Does `work`; an Error passing names the dataset.
  template <class Work>
  decltype(auto) named(Work&& work) const {
    return base::with_context(name_, std::forward<Work>(work));
  }

  /// The same, and the variable.
  template <class Work>
  decltype(auto) at_variable(VariableId id, Work&& work) const {
    return named([&]() -> decltype(auto) {
      return base::with_context([&] { return "variable " + schema().variable_path(id); },
                                std::forward<Work>(work));
    });
  }

  /// The same, and the chunk whose first element is at `offset`.
  template <class Work>
  decltype(auto) at_chunk(VariableId id, std::span<const std::size_t> offset, Work&& work) const {
    return at_variable(id, [&]() -> decltype(auto) {
      return base::with_context([&] { return chunk_name(offset); }, std::forward<Work>(work));
    });
  }

 private:
  std::string name_;
};

}  // namespace ncf::model
