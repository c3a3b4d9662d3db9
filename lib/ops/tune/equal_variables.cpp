// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/equal_variables.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "ops/rounding/measured_rounding.hpp"
#include "ops/tune/advice.hpp"

namespace ncf::ops {
namespace {

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
    const bool is_new =
        std::find(merged.paths.begin(), merged.paths.end(), member->path) == merged.paths.end();
    if (is_new) merged.paths.push_back(member->path);
  }
  sum.rounding = common_rounding(members);
  sum.information = decisive_information(members);
  sum.trials = common_trials(members);
  return merged;
}

}  // namespace

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
