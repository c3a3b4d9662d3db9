// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/copy_values.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/threads/stop.hpp"
#include "ncf/copy.hpp"
#include "ops/copy/copy_decision.hpp"
#include "ops/copy/copy_output.hpp"
#include "ops/definitions/definitions.hpp"
#include "transcode/passthrough/passthrough.hpp"
#include "transcode/pipeline/pipeline.hpp"
#include "transcode/recoding/form_difference.hpp"

namespace ncf::ops {

using model::VariableId;

ValueCopy::ValueCopy(CopyWork& work, const ProgressHandler& on_progress)
    : work_(work), on_progress_(on_progress) {
  for (VariableId id = 0; id < work.plan.variables.size(); ++id) {
    const VariableCopy& copy = work.plan.variables[id];
    if (copy.route == Route::fill) continue;
    const std::uint64_t passes = copy.intermediate_chunks.empty() ? 1 : 2;
    progress_.bytes += copy.raw_bytes * passes * (is_read_back(work, id) ? 2 : 1);
  }
  add(0);
}

void ValueCopy::add(std::uint64_t bytes) {
  progress_.bytes_done = std::min(progress_.bytes_done + bytes, progress_.bytes);
  if (on_progress_) on_progress_(progress_);
}

BytesHandler ValueCopy::adder() {
  return [this](std::uint64_t bytes) { add(bytes); };
}

void ValueCopy::write(model::Target& output, transcode::OtherRanks* ranks,
                      const std::function<void(const std::vector<std::string>&)>& tell) {
  tell(copy_elements(work_, output, adder()));
  pass_through(output, ranks);
  recode(output, ranks);
}

void ValueCopy::pass_through(model::Target& output, transcode::OtherRanks* ranks) {
  if (work_.passed.empty()) return;
  model::Source& input = *work_.decision.input;
  transcode::Passthrough passthrough(input, output, work_.decision.resources, adder(),
                                     transcode::movers_of(ranks));
  for (const transcode::Recoding& passed : work_.passed) {
    base::throw_if_stopped();
    const std::size_t missing = passthrough.move(passed.from().id, passed.to().id);
    if (missing == 0) continue;
    input.at_variable(passed.from().id, [&] { throw transcode::missing_chunks(missing); });
  }
  passthrough.finish();
}

void ValueCopy::take_recoded(VariableId id, transcode::Recoded recoded) {
  work_.plan.variables[id].encoder = std::move(recoded.encoder);
  if (!recoded.is_in_doubt) work_.within_bounds.insert(id);
}

void ValueCopy::recode(model::Target& output, transcode::OtherRanks* ranks) {
  std::vector<transcode::Recoded> recoded =
      transcode::recode(work_.recodings, work_.recoding_plan, *work_.decision.input, output,
                        adder(), transcode::crews_of(ranks));
  for (std::size_t i = 0; i < recoded.size(); ++i) {
    take_recoded(work_.recodings[i].to().id, std::move(recoded[i]));
  }
  for (const transcode::TwoPasses& passes : work_.two_passes) {
    take_recoded(passes.second.to().id,
                 transcode::recode_in_two_passes(passes, *work_.decision.input, output,
                                                 temporary_folder(work_.decision), adder()));
  }
}

transcode::Excesses ValueCopy::compare(model::Source& source, transcode::OtherRanks* ranks) {
  const CopyDecision& decision = work_.decision;
  const transcode::ReopenedOutput output{
      source,
      source.named([&] { return model::find_variables(decision.output_schema, source.schema()); })};
  if (decision.options.verify) {
    source.named([&] {
      verify_definitions(decision.output_schema, source.schema());
      verify_layout(decision.output_schema.layout, source);
    });
  }
  if (ranks != nullptr) ranks->begin_verifying();
  transcode::Excesses excesses = verify_elements(work_, output, adder());
  const auto is_wanted = [&](const transcode::Recoding& recoding) {
    return is_read_back(work_, recoding.to().id);
  };
  const auto is_stored = [&](const transcode::Recoding& recoding) {
    const transcode::RecodingSide& from = recoding.from();
    return from.form.layout == model::Layout::chunked ||
           decision.input->stored_chunk_count(from.id) > 0;
  };
  if (decision.options.verify) {
    excesses.merge(transcode::verify_recoded(work_.passed, work_.passed_plan, *decision.input,
                                             output, is_stored, adder(),
                                             transcode::crews_of(ranks)));
  }
  excesses.merge(transcode::verify_recoded(work_.recodings, work_.recoding_plan, *decision.input,
                                           output, is_wanted, adder(), transcode::crews_of(ranks)));
  for (const transcode::TwoPasses& passes : work_.two_passes) {
    if (!is_wanted(passes.second)) continue;
    excesses.merge(transcode::verify_two_passes(passes, *decision.input, output,
                                                temporary_folder(decision), adder()));
  }
  return excesses;
}

void ValueCopy::finish() { add(progress_.bytes - progress_.bytes_done); }

}  // namespace ncf::ops
