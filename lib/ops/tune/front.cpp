// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/front.hpp"

#include <algorithm>
#include <cmath>

namespace ncf::ops {
namespace {

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

}  // namespace

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

}  // namespace ncf::ops
