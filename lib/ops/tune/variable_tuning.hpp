// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Tunes one variable after the other, on the I/O thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/dataset/source.hpp"
#include "ncf/tune.hpp"
#include "ops/rounding/bounds.hpp"
#include "ops/tune/sample_rounding.hpp"
#include "ops/tune/trials.hpp"
#include "plugin/plugin_filters.hpp"
#include "transcode/recoding/recoding.hpp"

namespace ncf::ops {

/// The facts about a variable before it is read. They must outlive the tuning.
struct VariableToTune {
  const model::Schema& input;   ///< of the file as it is
  const model::Schema& output;  ///< of the copy, with ids as in the input
  const transcode::Recoding& recoding;
  std::optional<Bound> bound;
  /// The index of the dimension for whose steps the information is computed, too.
  std::optional<std::size_t> stepped_dimension;
  bool is_contiguous_without_filters = false;  ///< in the copy

  [[nodiscard]] model::VariableId id() const { return recoding.to().id; }
  [[nodiscard]] const model::Variable& as_it_is() const { return input.variables[id()]; }
  [[nodiscard]] const model::Variable& in_copy() const { return output.variables[id()]; }
};

class VariableTuner {
 public:
  /// on_tried: called with the bytes of values that one more candidate encoded.
  VariableTuner(const TuneOptions& options, model::Source& input, Trials::BytesHandler on_tried);

  /// Reads a sample, tries the candidates and fills in the results. Returns false if nothing of the
  /// variable is stored. throws: Error naming the variable.
  bool tune(const VariableToTune& variable, TunedVariable& tuned, std::vector<std::string>& notes);

  /// Returns an upper limit for the bytes reported to `on_tried`.
  [[nodiscard]] std::uint64_t bytes_to_try(const VariableToTune& variable) const;

 private:
  /// Returns filters that round by themselves and keep within the allowed error, if there is one.
  std::vector<Candidate> rounding_candidates(const VariableToTune& variable) const;
  void try_rounding_filters(const VariableToTune& variable, const Sample& sample,
                            TunedVariable& tuned, std::vector<std::string>& notes);
  void try_filters(const VariableToTune& variable, const Sample& sample, TunedVariable& tuned);
  std::vector<ReadyCandidate> make_ready(const VariableToTune& variable,
                                         std::vector<Candidate> candidates);
  /// Returns empty if a filter is missing or does not accept a variable of these chunks.
  std::optional<filter::PreparedChain> prepare(const Chain& chain,
                                               const filter::ChunkLayout& layout);
  std::optional<model::Quantization> choose_rounding(const VariableToTune& variable,
                                                     const SampleRounding& rounding,
                                                     const Sample& sample, TunedVariable& tuned);
  void round(const VariableToTune& variable, Sample& sample, TunedVariable& tuned);
  [[nodiscard]] transcode::Resources limits() const;

  const TuneOptions& options_;
  model::Source& input_;
  Trials::BytesHandler on_tried_;
  plugin::PluginFilters filters_;
  plugin::KernelChains chains_;
};

}  // namespace ncf::ops
