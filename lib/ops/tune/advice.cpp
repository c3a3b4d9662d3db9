// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/advice.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "ops/rounding/measured_rounding.hpp"

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

std::vector<Cost> costs_of(const TunedVariable& variable) {
  std::vector<Cost> costs;
  for (const TuneTrial& trial : variable.trials) costs.push_back(cost_of(variable, trial));
  return costs;
}

/// Returns whether a trial may be advised: only one that does not make the variable larger.
bool is_eligible(const TunedVariable& variable, const TuneTrial& trial) {
  if (trial.is_fallback) return false;
  return variable.input_bytes == 0 || trial.stored_bytes <= variable.input_bytes;
}

TuneTrial* find_eligible(TunedVariable& variable, const std::string& filters) {
  const auto found = std::ranges::find(variable.trials, filters, &TuneTrial::filters);
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

/// Smaller savings, relative to all bytes, are not worth a filter.
constexpr double min_saving = 0.01;

/// Limit for the price of keeping the present filters, relative to the lowest.
constexpr double max_price_more = 1.03;

constexpr double reads = 10;
constexpr double bytes_per_second = 500e6;  ///< of disks and networks

/// Returns the part of the best compression that is enough, counted in halvings.
double enough_halvings(TuneGoal goal) { return goal == TuneGoal::size ? 0.99 : 0.5; }

double halvings(double raw_bytes, double bytes) { return std::log2(raw_bytes / bytes); }

bool is_as_good(const Cost& a, const Cost& b) {
  return a.bytes <= b.bytes && a.seconds <= b.seconds;
}

bool is_faster(const Cost& a, const Cost& b) {
  return a.seconds < b.seconds || (a.seconds == b.seconds && a.bytes < b.bytes);
}

// ---- Variables of several files ----

using Members = std::vector<const TunedVariable*>;

/// The members of each group, in the order of the first ones.
class VariableGroups {
 public:
  void add(const TunedVariable& variable) {
    std::size_t group = by_path_.emplace(variable.path, members_.size()).first->second;
    if (group == members_.size()) members_.emplace_back();
    if (!variable.standard_name.empty()) {
      const Meaning meaning{variable.type, variable.standard_name, variable.bound};
      group = join(by_meaning_.emplace(meaning, group).first->second, group);
    }
    members_[group].push_back(&variable);
  }

  [[nodiscard]] std::vector<Members> take() && {
    std::erase_if(members_, [](const Members& members) { return members.empty(); });
    return std::move(members_);
  }

 private:
  using Meaning = std::tuple<std::string, std::string, std::string>;

  /// Moves all members of a group to another one.
  std::size_t join(std::size_t group, std::size_t other) {
    if (group == other) return group;
    members_[group].insert(members_[group].end(), members_[other].begin(), members_[other].end());
    members_[other].clear();
    for (auto& [path, known] : by_path_) known = known == other ? group : known;
    for (auto& [meaning, known] : by_meaning_) known = known == other ? group : known;
    return group;
  }

  std::map<std::string, std::size_t> by_path_;
  std::map<Meaning, std::size_t> by_meaning_;
  std::vector<Members> members_;
};

/// The results of a chain on several variables.
class TrialSum {
 public:
  void add(const TuneTrial& added, std::uint64_t raw_bytes) {
    trial_.filters = count_ == 0 || trial_.filters == added.filters ? added.filters : "various";
    trial_.stored_bytes += added.stored_bytes;
    trial_.is_fallback = trial_.is_fallback || added.is_fallback;
    trial_.rounds = added.rounds;
    trial_.largest_error = std::max(trial_.largest_error, added.largest_error);
    has_rates_ = has_rates_ && (added.decode_rate > 0 || !added.is_fallback);
    const auto raw = static_cast<double>(raw_bytes);
    raw_bytes_ += raw;
    if (added.encode_rate > 0) encode_seconds_ += raw / added.encode_rate;
    if (added.decode_rate > 0) decode_seconds_ += raw / added.decode_rate;
    ++count_;
  }

  [[nodiscard]] std::size_t count() const noexcept { return count_; }

  [[nodiscard]] TuneTrial sum() const {
    TuneTrial trial = trial_;
    if (!has_rates_) return trial;
    if (encode_seconds_ > 0) trial.encode_rate = raw_bytes_ / encode_seconds_;
    if (decode_seconds_ > 0) trial.decode_rate = raw_bytes_ / decode_seconds_;
    return trial;
  }

 private:
  TuneTrial trial_ = {};
  std::size_t count_ = 0;
  bool has_rates_ = true;  ///< every variable was tried; those without filters take no time
  double raw_bytes_ = 0;
  double encode_seconds_ = 0;
  double decode_seconds_ = 0;
};

TuneTrial present_trial(const Members& members) {
  TrialSum sum;
  for (const TunedVariable* const member : members) {
    for (const TuneTrial& trial : member->trials) {
      if (trial.is_present) sum.add(trial, member->raw_bytes);
    }
  }
  TuneTrial present = sum.sum();
  present.is_present = true;
  present.is_fallback = present.is_fallback || sum.count() < members.size();
  return present;
}

/// Returns the present filters, and the chains that were tried on each member.
std::vector<TuneTrial> common_trials(const Members& members) {
  std::map<std::string, TrialSum> by_filters;
  for (const TunedVariable* const member : members) {
    for (const TuneTrial& trial : member->trials) {
      if (!trial.is_fallback) by_filters[trial.filters].add(trial, member->raw_bytes);
    }
  }
  std::vector<TuneTrial> trials{present_trial(members)};
  for (const auto& [filters, sum] : by_filters) {
    const bool is_present = !trials.front().is_fallback && filters == trials.front().filters;
    if (sum.count() == members.size() && !is_present) trials.push_back(sum.sum());
  }
  return trials;
}

/// Splits "bitround,9" into a name and a number; the number of "error,0.1" is not compared.
std::pair<std::string, int> split_rounding(const std::string& rounding) {
  const std::size_t comma = std::min(rounding.find(','), rounding.size());
  int digits = 0;
  const char* const end = rounding.data() + rounding.size();
  std::from_chars(rounding.data() + std::min(comma + 1, rounding.size()), end, digits);
  return {rounding.substr(0, comma), digits};
}

/// Returns the rounding of the most values, with as many digits as any member needs.
std::string common_rounding(const Members& members) {
  struct Use {
    std::uint64_t raw_bytes = 0;
    int digits = 0;
    std::string rounding;
  };
  std::map<std::string, Use> by_mode;
  const Use* most = nullptr;
  for (const TunedVariable* const member : members) {
    const std::string& rounding = member->limit.empty() ? member->rounding : member->limit;
    if (rounding.empty()) continue;
    const auto [mode, digits] = split_rounding(rounding);
    Use& use = by_mode[mode];
    use.raw_bytes += member->raw_bytes;
    if (use.rounding.empty() || digits > use.digits) use.rounding = rounding;
    use.digits = std::max(use.digits, digits);
    if (most == nullptr || use.raw_bytes > most->raw_bytes) most = &use;
  }
  return most == nullptr ? std::string() : most->rounding;
}

/// Returns the information of the member that needs the most bits.
std::vector<DimensionInformation> decisive_information(const Members& members) {
  const auto decisive = std::ranges::max_element(members, {}, [](const TunedVariable* member) {
    return member->information.empty() ? -1 : bits_needed(member->information);
  });
  return (*decisive)->information;
}

TuneManyVariable merge(const Members& members) {
  TuneManyVariable merged;
  merged.count = members.size();
  TunedVariable& sum = merged.sum;
  sum.path = members.front()->path;
  sum.type = members.front()->type;
  sum.standard_name = members.front()->standard_name;
  for (const TunedVariable* const member : members) {
    if (member->type != sum.type) sum.type = "various";
    sum.raw_bytes += member->raw_bytes;
    sum.input_bytes += member->input_bytes;
    const bool is_new = std::ranges::find(merged.paths, member->path) == merged.paths.end();
    if (is_new) merged.paths.push_back(member->path);
  }
  sum.rounding = common_rounding(members);
  sum.information = decisive_information(members);
  sum.trials = common_trials(members);
  return merged;
}

}  // namespace

void advise(std::vector<TunedVariable>& variables, TuneGoal goal) {
  if (variables.empty()) return;
  const Choice choice = simplest(variables, best_of_each(variables, goal));
  for (std::size_t i = 0; i < variables.size(); ++i) {
    TunedVariable& variable = variables[i];
    choice[i]->is_chosen = true;
    variable.stored_bytes = choice[i]->stored_bytes;
    const std::vector<bool> front = pareto_front(costs_of(variable));
    for (std::size_t j = 0; j < front.size(); ++j) variable.trials[j].is_on_front = front[j];
    std::ranges::stable_sort(variable.trials, std::greater<>(), &TuneTrial::stored_bytes);
  }
}

double time_of(double encode_seconds, double decode_seconds) noexcept {
  return encode_seconds + reads * decode_seconds;
}

double price_of(const Cost& cost) noexcept {
  const double seconds = cost.seconds + (1 + reads) * cost.bytes / bytes_per_second;
  return cost.bytes * cost.bytes * seconds;
}

std::vector<bool> pareto_front(const std::vector<Cost>& costs) {
  std::vector<bool> front(costs.size(), true);
  for (std::size_t i = 0; i < costs.size(); ++i) {
    for (std::size_t j = 0; j < costs.size(); ++j) {
      if (i == j || !is_as_good(costs[j], costs[i])) continue;
      if (j < i || !is_as_good(costs[i], costs[j])) front[i] = false;
    }
  }
  return front;
}

std::size_t choose(const std::vector<Cost>& costs, double raw_bytes, TuneGoal goal,
                   std::optional<std::size_t> present) {
  double smallest = raw_bytes;
  for (const Cost& cost : costs) smallest = std::min(smallest, cost.bytes);
  const bool is_worth_it = raw_bytes - smallest >= min_saving * raw_bytes;
  if (is_worth_it && goal == TuneGoal::balanced) {
    const auto best = std::ranges::min_element(costs, {}, price_of);
    const bool stays = present && price_of(costs[*present]) <= max_price_more * price_of(*best);
    return stays ? *present : static_cast<std::size_t>(best - costs.begin());
  }
  const double enough = enough_halvings(goal) * halvings(raw_bytes, smallest);
  std::size_t best = costs.size();
  for (std::size_t i = 0; i < costs.size(); ++i) {
    if (is_worth_it && halvings(raw_bytes, costs[i].bytes) < enough) continue;
    if (best == costs.size() || is_faster(costs[i], costs[best])) best = i;
  }
  return best;
}

std::vector<TuneManyVariable> merge_equal(const std::vector<TunedVariable>& variables) {
  VariableGroups groups;
  for (const TunedVariable& variable : variables) groups.add(variable);
  std::vector<TuneManyVariable> merged;
  for (const Members& members : std::move(groups).take()) merged.push_back(merge(members));
  return merged;
}

void advise_on_archive(std::vector<TuneManyVariable>& variables, TuneGoal goal) {
  std::vector<TunedVariable> sums;
  for (TuneManyVariable& variable : variables) sums.push_back(std::move(variable.sum));
  advise(sums, goal);
  for (std::size_t i = 0; i < sums.size(); ++i) variables[i].sum = std::move(sums[i]);
}

TuneReport as_one_file(const std::vector<TuneManyVariable>& variables) {
  TuneReport report;
  for (const TuneManyVariable& variable : variables) {
    for (const std::string& path : variable.paths) {
      report.variables.push_back(variable.sum);
      report.variables.back().path = path;
    }
  }
  return report;
}

}  // namespace ncf::ops
