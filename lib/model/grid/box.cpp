// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/grid/box.hpp"

#include <cstdint>
#include <cstring>
#include <utility>

namespace ncf::model {
namespace {

/// One nested loop of a copy; steps are in bytes.
struct Loop {
  std::size_t count;
  std::size_t from_step;
  std::size_t to_step;
};

/// How a part is copied: loops, the outermost first, around a run of bytes without gaps.
struct Loops {
  std::vector<Loop> loops;
  std::size_t run_bytes = 0;
  std::size_t from_offset = 0;  ///< bytes to the first element
  std::size_t to_offset = 0;
};

/// Plans a copy. The run includes all inner dimensions that have no gaps on either side.
Loops plan_loops(const Box& part, const Box& from, const Box& to, std::size_t element_bytes) {
  Loops plan;
  plan.run_bytes = element_bytes;
  std::size_t from_step = element_bytes;
  std::size_t to_step = element_bytes;
  bool is_run = true;
  for (std::size_t i = part.start.size(); i-- > 0;) {
    plan.from_offset += (part.start[i] - from.start[i]) * from_step;
    plan.to_offset += (part.start[i] - to.start[i]) * to_step;
    if (is_run) {
      plan.run_bytes *= part.count[i];
      is_run = part.count[i] == from.count[i] && part.count[i] == to.count[i];
    } else if (part.count[i] > 1) {
      plan.loops.push_back({part.count[i], from_step, to_step});
    }
    from_step *= from.count[i];
    to_step *= to.count[i];
  }
  std::reverse(plan.loops.begin(), plan.loops.end());
  return plan;
}

/// Plans a copy of elements at regular distances to memory without gaps.
Loops plan_loops(const Comb& comb, std::span<const std::size_t> shape, std::size_t element_bytes) {
  Loops plan;
  plan.run_bytes = element_bytes;
  std::size_t from_step = element_bytes;
  std::size_t to_step = element_bytes;
  bool is_run = true;
  for (std::size_t i = shape.size(); i-- > 0;) {
    plan.from_offset += comb.first[i] * from_step;
    if (is_run && (comb.step[i] == 1 || comb.count[i] == 1)) {
      plan.run_bytes *= comb.count[i];
      is_run = comb.count[i] == shape[i];
    } else {
      is_run = false;
      if (comb.count[i] > 1) {
        plan.loops.push_back({comb.count[i], comb.step[i] * from_step, to_step});
      }
    }
    from_step *= shape[i];
    to_step *= comb.count[i];
  }
  std::reverse(plan.loops.begin(), plan.loops.end());
  return plan;
}

/// Calls `copy` with the beginning of each run.
template <class Copy>
void run_loops(std::span<const Loop> loops, std::size_t from, std::size_t to, const Copy& copy) {
  if (loops.empty()) return copy(from, to);
  const Loop& loop = loops.front();
  if (loops.size() == 1) {
    for (std::size_t i = 0; i < loop.count; ++i) {
      copy(from + i * loop.from_step, to + i * loop.to_step);
    }
    return;
  }
  for (std::size_t i = 0; i < loop.count; ++i) {
    run_loops(loops.subspan(1), from + i * loop.from_step, to + i * loop.to_step, copy);
  }
}

template <class Copy>
void run_loops(const Loops& plan, const Copy& copy) {
  run_loops(plan.loops, plan.from_offset, plan.to_offset, copy);
}

/// Copies runs of one or a few elements with the compiler's own moves.
template <std::size_t Bytes>
void copy_short_runs(const Loops& plan, const std::byte* from, std::byte* to) {
  run_loops(plan, [=](std::size_t source, std::size_t target) {
    std::memcpy(to + target, from + source, Bytes);
  });
}

void copy_runs(const Loops& plan, const std::byte* from, std::byte* to) {
  switch (plan.run_bytes) {
    case 1:
      return copy_short_runs<1>(plan, from, to);
    case 2:
      return copy_short_runs<2>(plan, from, to);
    case 4:
      return copy_short_runs<4>(plan, from, to);
    case 8:
      return copy_short_runs<8>(plan, from, to);
    case 16:
      return copy_short_runs<16>(plan, from, to);
    case 32:
      return copy_short_runs<32>(plan, from, to);
    default:
      run_loops(plan, [&, bytes = plan.run_bytes](std::size_t source, std::size_t target) {
        std::memcpy(to + target, from + source, bytes);
      });
  }
}

std::uint16_t swapped(std::uint16_t value) { return __builtin_bswap16(value); }
std::uint32_t swapped(std::uint32_t value) { return __builtin_bswap32(value); }
std::uint64_t swapped(std::uint64_t value) { return __builtin_bswap64(value); }

template <class Word>
void copy_swapped_words(const std::byte* from, std::byte* to, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; i += sizeof(Word)) {
    Word word;
    std::memcpy(&word, from + i, sizeof word);
    word = swapped(word);
    std::memcpy(to + i, &word, sizeof word);
  }
}

/// Copies and swaps elements without gaps; `from` may be `to`.
void copy_swapped(const std::byte* from, std::byte* to, std::size_t bytes,
                  std::size_t element_bytes) {
  switch (element_bytes) {
    case 1:
      if (from != to) std::memcpy(to, from, bytes);
      return;
    case 2:
      return copy_swapped_words<std::uint16_t>(from, to, bytes);
    case 4:
      return copy_swapped_words<std::uint32_t>(from, to, bytes);
    case 8:
      return copy_swapped_words<std::uint64_t>(from, to, bytes);
    default:
      if (from != to) std::memcpy(to, from, bytes);
      for (std::size_t i = 0; i < bytes; i += element_bytes) {
        std::reverse(to + i, to + i + element_bytes);
      }
  }
}

void copy_loops(const Loops& plan, const std::byte* source, std::byte* target,
                const Element& element) {
  if (!element.is_swapped) return copy_runs(plan, source, target);
  run_loops(plan, [&](std::size_t run, std::size_t place) {
    copy_swapped(source + run, target + place, plan.run_bytes, element.bytes);
  });
}

}  // namespace

std::size_t value_count(std::span<const std::size_t> lengths) noexcept {
  std::size_t values = 1;
  for (const std::size_t length : lengths) values *= length;
  return values;
}

Box intersection(const Box& a, const Box& b) {
  Box part = a;
  for (std::size_t i = 0; i < a.start.size(); ++i) {
    part.start[i] = std::max(a.start[i], b.start[i]);
    const std::size_t end = std::min(a.start[i] + a.count[i], b.start[i] + b.count[i]);
    part.count[i] = end > part.start[i] ? end - part.start[i] : 0;
  }
  return part;
}

std::vector<Box> difference(const Box& whole, const Box& part) {
  std::vector<Box> boxes;
  const auto add = [&](Box rest, std::size_t dimension, std::size_t start, std::size_t end) {
    rest.start[dimension] = start;
    rest.count[dimension] = end - start;
    if (end > start) boxes.push_back(std::move(rest));
  };
  Box rest = whole;
  for (std::size_t i = 0; i < whole.start.size(); ++i) {
    const std::size_t part_end = part.start[i] + part.count[i];
    add(rest, i, whole.start[i], part.start[i]);
    add(rest, i, part_end, whole.start[i] + whole.count[i]);
    rest.start[i] = part.start[i];
    rest.count[i] = part.count[i];
  }
  return boxes;
}

bool contains(const Box& box, const std::vector<std::size_t>& element) noexcept {
  for (std::size_t i = 0; i < element.size(); ++i) {
    if (element[i] < box.start[i] || element[i] - box.start[i] >= box.count[i]) return false;
  }
  return true;
}

std::vector<std::size_t> indices_of(const Box& box, std::size_t element) {
  std::vector<std::size_t> indices(box.start.size());
  for (std::size_t i = indices.size(); i-- > 0;) {
    indices[i] = box.start[i] + element % box.count[i];
    element /= box.count[i];
  }
  return indices;
}

void copy_part(const Box& part, const Box& from, const std::byte* source, const Box& to,
               std::byte* target, const Element& element) {
  if (part.value_count() == 0) return;
  copy_loops(plan_loops(part, from, to, element.bytes), source, target, element);
}

void copy_comb(const Comb& comb, std::span<const std::size_t> shape, const std::byte* source,
               std::byte* target, const Element& element) {
  if (value_count(comb.count) == 0) return;
  copy_loops(plan_loops(comb, shape, element.bytes), source, target, element);
}

void for_each_of_comb(const Comb& comb, std::span<const std::size_t> shape,
                      const std::function<void(std::size_t from, std::size_t to)>& copy) {
  if (value_count(comb.count) == 0) return;
  const Loops plan = plan_loops(comb, shape, 1);
  run_loops(plan, [&](std::size_t from, std::size_t to) {
    for (std::size_t i = 0; i < plan.run_bytes; ++i) copy(from + i, to + i);
  });
}

void fill_part(const Box& part, std::span<const std::byte> value, const Box& to,
               std::byte* target) {
  if (part.value_count() == 0) return;
  const Loops plan = plan_loops(part, to, to, value.size());
  std::byte* const first = target + plan.to_offset;
  for (std::size_t i = 0; i < plan.run_bytes; i += value.size()) {
    std::memcpy(first + i, value.data(), value.size());
  }
  run_loops(plan, [&](std::size_t /*same*/, std::size_t place) {
    if (place != plan.to_offset) std::memcpy(target + place, first, plan.run_bytes);
  });
}

void for_each_run(const Box& part, const Box& from, const Box& to,
                  const std::function<void(const Run&)>& visit) {
  if (part.value_count() == 0) return;
  const Loops plan = plan_loops(part, from, to, 1);
  run_loops(plan, [&](std::size_t source, std::size_t target) {
    visit({source, target, plan.run_bytes});
  });
}

void swap_elements(std::span<std::byte> elements, std::size_t element_bytes) {
  copy_swapped(elements.data(), elements.data(), elements.size(), element_bytes);
}

}  // namespace ncf::model
