// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The common base of sources, which are read, and targets, which are written: a schema, and a name
// for errors.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include "base/errors/error_context.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/values/values.hpp"

namespace ncf::model {

/// throws: Error(internal) if values do not have the type of a variable.
void check_type(const Variable& variable, const Values& values);

class OpenDataset {
 public:
  /// name: for errors; if empty, they name only the variable.
  explicit OpenDataset(std::string name) : name_(std::move(name)) {}
  OpenDataset(const OpenDataset&) = delete;
  OpenDataset& operator=(const OpenDataset&) = delete;
  virtual ~OpenDataset() = default;

  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] virtual const Schema& schema() const = 0;

  /// Returns whether stored forms describe bytes that the store keeps. Otherwise, on servers and in
  /// classic files, they describe values as in memory, without chunks.
  [[nodiscard]] virtual bool shows_stored_bytes() const noexcept { return false; }

  /// Does `work`; adds the name of the dataset to an Error.
  template <class Work>
  decltype(auto) named(Work&& work) const {
    return base::with_context(name_, std::forward<Work>(work));
  }

  /// Does `work`; adds the variable and the name of the dataset to an Error that does not end in
  /// both already.
  template <class Work>
  decltype(auto) at_variable(VariableId id, Work&& work) const {
    try {
      return std::forward<Work>(work)();
    } catch (Error& error) {
      add_place(id, error);
      throw;
    }
  }

  /// Does the same, and adds the chunk whose first element is at `offset` before both.
  template <class Work>
  decltype(auto) at_chunk(VariableId id, std::span<const std::size_t> offset, Work&& work) const {
    try {
      return std::forward<Work>(work)();
    } catch (Error& error) {
      if (!ends_in_place(id, error)) error.add_context(chunk_name(offset));
      add_place(id, error);
      throw;
    }
  }

 private:
  [[nodiscard]] bool ends_in_place(VariableId id, const Error& error) const;
  void add_place(VariableId id, Error& error) const;

  std::string name_;
};

}  // namespace ncf::model
