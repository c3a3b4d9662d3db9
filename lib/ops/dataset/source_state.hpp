// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What a public Source holds.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "base/threads/library_call.hpp"
#include "model/dataset/source.hpp"
#include "ncf/dataset.hpp"
#include "ops/dataset/value_reader.hpp"
#include "plugin/plugin_filters.hpp"

namespace ncf {

struct Source::State {
  State(std::unique_ptr<plugin::PluginFilters> needed, std::unique_ptr<model::Source> opened,
        const SourceOptions& options);

  /// Does `work` with the id of a variable. An Error names the dataset.
  template <class Work>
  decltype(auto) at(const std::string& path, Work&& work) {
    return base::library_call([&]() -> decltype(auto) {
      return work(source->named([&] { return definition.state().find_variable(path); }));
    });
  }

  std::unique_ptr<plugin::PluginFilters> filters;
  std::unique_ptr<model::Source> source;
  Definition definition;
  ops::ValueReader reader;
};

namespace ops {

/// Closes a dataset. If the program's lock cannot be taken, it stays open.
template <class State>
void close_dataset(std::unique_ptr<State> state) noexcept {
  if (!state) return;
  try {
    base::library_call([&] { state.reset(); });
  } catch (const Error&) {
    static_cast<void>(state.release());
  }
}

}  // namespace ops
}  // namespace ncf
