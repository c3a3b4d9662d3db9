// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/pipeline/pipeline.hpp"

#include "transcode/pipeline/scheduler.hpp"
#include "transcode/sinks/verifying_sink.hpp"
#include "transcode/sinks/writing_sink.hpp"

namespace ncf::transcode {
namespace {

std::string describe(const filter::EncoderStrategies& strategies) {
  std::string text;
  for (const filter::EncoderStrategy& strategy : strategies) {
    if (!text.empty() && strategy.number != 0) text += "; ";
    text += strategy.text;
  }
  return text;
}

/// Messages of other processes must not wait for jobs of this one.
base::WorkerPool::OneThread single_for(const OtherRanks* ranks) {
  using OneThread = base::WorkerPool::OneThread;
  return ranks == nullptr ? OneThread::inline_in_submit : OneThread::own_thread;
}

}  // namespace

std::vector<Recoded> recode(std::span<const Recoding> recodings, const RecodingPlan& plan,
                            model::Source& input, model::Target& output,
                            const std::function<void(std::uint64_t)>& on_written,
                            OtherRanks* ranks) {
  base::WorkerPool pool(plan.threads, single_for(ranks));
  WritingSink sink(output, pool);
  Scheduler scheduler(plan, input, sink, pool, on_written, ranks);
  for (std::size_t i = 0; i < recodings.size(); ++i) scheduler.run(recodings[i], plan.tiles[i]);
  scheduler.finish();
  std::vector<Recoded> recoded;
  for (const VariableInWork& variable : scheduler.variables()) {
    recoded.push_back({describe(variable.strategies), variable.is_in_doubt});
  }
  return recoded;
}

Excesses verify_recoded(std::span<const Recoding> recodings, const RecodingPlan& plan,
                        model::Source& input, const ReopenedOutput& output,
                        const std::function<bool(const Recoding&)>& is_wanted,
                        const std::function<void(std::uint64_t)>& on_verified, OtherRanks* ranks) {
  base::WorkerPool pool(plan.threads, single_for(ranks));
  VerifyingSink sink(output);
  Scheduler scheduler(plan, input, sink, pool, on_verified, ranks);
  for (std::size_t i = 0; i < recodings.size(); ++i) {
    if (!is_wanted(recodings[i])) continue;
    const RecodingSide& to = recodings[i].to();
    const bool is_chunked_alike =
        recodings[i].is_passed() && to.form.layout == model::Layout::chunked;
    if (to.chain || is_chunked_alike) require_same_form(output, to.id, to.form);
    scheduler.run(recodings[i], plan.tiles[i]);
    if (is_chunked_alike) {
      output.source.at_variable(output.ids[to.id], [&] { sink.check_rest(recodings[i]); });
    }
  }
  scheduler.finish();
  Excesses excesses;
  for (const VariableInWork& variable : scheduler.variables()) {
    add_excess(excesses, variable.recoding.to().id, variable.excess);
  }
  return excesses;
}

}  // namespace ncf::transcode
