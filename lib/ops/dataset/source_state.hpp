// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What a public Source holds.
#pragma once

#include <memory>

#include "model/source.hpp"
#include "ncf/dataset.hpp"
#include "plugin/kernel_chain.hpp"
#include "plugin/plugin_filters.hpp"
#include "transcode/tiles/tile.hpp"
#include "transcode/value_source.hpp"

namespace ncf {

struct Source::State {
  /// Does `work` with the id of a variable. An Error names the dataset.
  template <class Work>
  decltype(auto) at(const std::string& path, Work&& work) {
    return work(source->named([&] { return definition.state().find_variable(path); }));
  }

  std::unique_ptr<plugin::PluginFilters> filters = std::make_unique<plugin::PluginFilters>();
  std::unique_ptr<model::Source> source;
  Definition definition;
  plugin::KernelChains chains;
  model::VariableId open_id = 0;  ///< of `values`
  std::unique_ptr<transcode::ValueSource> values;
  transcode::Scratch scratch;
};

}  // namespace ncf
