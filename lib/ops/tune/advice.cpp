// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/advice.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

namespace ncf::ops {
namespace {

/// Limit for the extra bytes of using the same filters everywhere.
constexpr double max_bytes_more = 1.01;
constexpr double max_seconds_more = 1.1;

Cost cost_of(const TunedVariable& variable, const TuneTrial& trial) {
  const auto raw = static_cast<double>(variable.raw_bytes);
  const auto seconds = [&](double rate) { return rate > 0 ? raw / rate : 0; };
  return {static_cast<double>(trial.stored_bytes),
          trial.is_fallback ? std::numeric_limits<double>::infinity()
                            : time_of(seconds(trial.encode_rate), seconds(trial.decode_rate))};
}

/// Returns whether a trial may be advised: only one that does not make the variable larger.
bool is_eligible(const TunedVariable& variable, const TuneTrial& trial) {
  if (trial.is_fallback) return false;
  return variable.input_bytes == 0 || trial.stored_bytes <= variable.input_bytes;
}

TuneTrial* find_eligible(TunedVariable& variable, const std::string& filters) {
  const auto found = std::find_if(variable.trials.begin(), variable.trials.end(),
                                  [&](const TuneTrial& trial) { return trial.filters == filters; });
  return found == variable.trials.end() || !is_eligible(variable, *found) ? nullptr : &*found;
}

/// Returns the best trial that may be advised, or the present filters.
TuneTrial* best_of(TunedVariable& variable, TuneGoal goal) {
  std::vector<TuneTrial*> eligible;
  std::vector<Cost> costs;
  TuneTrial* present = nullptr;
  std::optional<std::size_t> stays;
  for (TuneTrial& trial : variable.trials) {
    if (trial.is_present) present = &trial;
    if (!is_eligible(variable, trial)) continue;
    if (trial.is_present) stays = eligible.size();
    eligible.push_back(&trial);
    costs.push_back(cost_of(variable, trial));
  }
  if (eligible.empty()) return present;  // not null, because its size is known
  return eligible[choose(costs, static_cast<double>(variable.raw_bytes), goal, stays)];
}

/// One trial for each variable, in order.
using Choice = std::vector<TuneTrial*>;

Choice best_of_each(std::vector<TunedVariable>& variables, TuneGoal goal) {
  Choice best;
  for (TunedVariable& variable : variables) best.push_back(best_of(variable, goal));
  return best;
}

/// Returns a choice of the same filters; empty if not every variable can have them.
std::optional<Choice> same_for_all(std::vector<TunedVariable>& variables,
                                   const std::string& filters) {
  Choice same;
  for (TunedVariable& variable : variables) {
    same.push_back(find_eligible(variable, filters));
    if (same.back() == nullptr) return std::nullopt;
  }
  return same;
}

Cost cost_of_all(const std::vector<TunedVariable>& variables, const Choice& choice) {
  Cost all;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const Cost cost = cost_of(variables[i], *choice[i]);
    all.bytes += cost.bytes;
    all.seconds += cost.seconds;
  }
  return all;
}

/// Returns the smallest choice of the same filters for all variables that is hardly worse than
/// `best`, the faster one of equals.
Choice simplest(std::vector<TunedVariable>& variables, const Choice& best) {
  if (std::ranges::all_of(best, &TuneTrial::is_present)) return best;
  const Cost cost_of_best = cost_of_all(variables, best);
  Choice simplest = best;
  Cost limit{max_bytes_more * cost_of_best.bytes, max_seconds_more * cost_of_best.seconds};
  for (const TuneTrial& trial : variables.front().trials) {
    const auto same = same_for_all(variables, trial.filters);
    if (!same) continue;
    const Cost cost = cost_of_all(variables, *same);
    if (cost.bytes > limit.bytes || cost.seconds > max_seconds_more * cost_of_best.seconds)
      continue;
    if (cost.bytes == limit.bytes && cost.seconds >= limit.seconds) continue;
    simplest = *same;
    limit = cost;
  }
  return simplest;
}

}  // namespace

std::vector<Cost> costs_of(const TunedVariable& variable) {
  std::vector<Cost> costs;
  for (const TuneTrial& trial : variable.trials) costs.push_back(cost_of(variable, trial));
  return costs;
}

void advise(std::vector<TunedVariable>& variables, TuneGoal goal) {
  if (variables.empty()) return;
  const Choice choice = simplest(variables, best_of_each(variables, goal));
  for (std::size_t i = 0; i < variables.size(); ++i) {
    TunedVariable& variable = variables[i];
    choice[i]->is_chosen = true;
    variable.stored_bytes = choice[i]->stored_bytes;
    const std::vector<bool> front = pareto_front(costs_of(variable));
    for (std::size_t j = 0; j < front.size(); ++j) variable.trials[j].is_on_front = front[j];
    std::stable_sort(
        variable.trials.begin(), variable.trials.end(),
        [](const TuneTrial& a, const TuneTrial& b) { return a.stored_bytes > b.stored_bytes; });
  }
}

}  // namespace ncf::ops
