// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Makes views from options: each step changes the definition of the view, which in the end becomes
// one source. I/O thread only.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "model/dataset/source.hpp"
#include "model/view/view_source.hpp"
#include "ncf/view.hpp"

namespace ncf::ops {

/// A view that is being made.
struct ViewInMaking {
  model::ViewDefinition definition;
  std::shared_ptr<model::SourcePool> pool;
  std::size_t longest_part = 0;  ///< of joined sources, along their dimension

  /// Returns the numbers of a variable as readers see them, unpacked, and NaN for missing ones.
  [[nodiscard]] std::vector<double> read_numbers(model::VariableId variable) const;
};

/// Opens an input by its name.
using OpenInput = std::function<std::unique_ptr<model::Source>(const std::string& input)>;

/// Returns for each variable of a dataset whether it is kept in the end.
using KeepVariables = std::function<std::vector<bool>(const model::Schema& schema)>;

/// What was made.
struct View {
  std::unique_ptr<model::Source> source;
  std::vector<std::string> steps;  ///< what each step did, as text for a report
  std::vector<std::string> notes;
  std::size_t longest_part = 0;  ///< as of ViewInMaking
};

/// Returns whether the options change nothing.
[[nodiscard]] bool is_empty(const ViewOptions& options);

/// Makes a view of one source. If the options change nothing, returns the source itself.
/// throws: Error.
[[nodiscard]] View make_view(std::unique_ptr<model::Source> source, const ViewOptions& options);

/// Does what make_view does, but always makes a model::ViewSource.
[[nodiscard]] View make_view_of_all(std::unique_ptr<model::Source> source,
                                    const ViewOptions& options);

/// Returns the part of a source that the texts of `--select` request; the source itself if there
/// are none. throws: Error.
[[nodiscard]] std::unique_ptr<model::Source> select_part(std::unique_ptr<model::Source> source,
                                                         const std::vector<std::string>& select);

/// Makes a view of several inputs, joined. keep: all others are only defined, have no values and
/// need not fit together; null to keep all. throws: Error.
[[nodiscard]] View make_joined_view(const ViewOptions& options, const OpenInput& open,
                                    const KeepVariables& keep = {});

}  // namespace ncf::ops
