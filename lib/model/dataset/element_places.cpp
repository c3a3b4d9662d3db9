// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/dataset/element_places.hpp"

#include <cstring>
#include <vector>

#include "base/memory/bytes.hpp"
#include "model/grid/box.hpp"

namespace ncf::model {
namespace {

/// The runs of bytes that a box consists of. All have the same length, and are in the order of the
/// file.
class Runs {
 public:
  Runs(const ElementPlaces& places, const Box& box)
      : count_(box.count), index_(box.count.size(), 0), bytes_(places.element_bytes) {
    std::vector<std::uint64_t> steps(count_.size(), places.element_bytes);
    for (std::size_t i = count_.size(); i-- > 1;) steps[i - 1] = steps[i] * places.shape[i];
    if (places.record_bytes && !steps.empty()) steps.front() = *places.record_bytes;
    offset_ = places.begin;
    for (std::size_t i = 0; i < steps.size(); ++i) offset_ += box.start[i] * steps[i];
    while (!steps.empty() && bytes_ == steps.back()) {
      bytes_ *= count_[steps.size() - 1];
      steps.pop_back();
    }
    steps_ = std::move(steps);
  }

  [[nodiscard]] std::uint64_t offset() const noexcept { return offset_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

  /// Goes to the next run; returns false if there is none.
  bool next() {
    for (std::size_t i = steps_.size(); i-- > 0;) {
      if (++index_[i] < count_[i]) {
        offset_ += steps_[i];
        return true;
      }
      offset_ -= (count_[i] - 1) * steps_[i];
      index_[i] = 0;
    }
    return false;
  }

 private:
  std::vector<std::size_t> count_;
  std::vector<std::size_t> index_;
  std::vector<std::uint64_t> steps_;  ///< along the dimensions outside a run, in bytes
  std::uint64_t offset_ = 0;
  std::size_t bytes_;
};

/// Reads runs that are close to each other together.
class RunReader {
 public:
  RunReader(std::size_t run_bytes, std::span<std::byte> elements, const ReadBytes& read)
      : run_bytes_(run_bytes), elements_(elements), read_(read) {}

  void add(std::uint64_t offset) {
    if (!offsets_.empty() && !is_near(offset)) read_gathered();
    offsets_.push_back(offset);
  }

  void read_gathered() {
    if (offsets_.size() == 1) {
      read_(offsets_.front(), next_run());
      return offsets_.clear();
    }
    const std::size_t bytes = offsets_.back() + run_bytes_ - offsets_.front();
    read_(offsets_.front(), together_.first(bytes));
    for (const std::uint64_t offset : offsets_) {
      std::memcpy(next_run().data(), together_.bytes().data() + (offset - offsets_.front()),
                  run_bytes_);
    }
    offsets_.clear();
  }

 private:
  static constexpr std::size_t max_runs = 8192;
  static constexpr std::size_t max_bytes = element_reader_bytes - max_runs * sizeof(std::uint64_t);

  [[nodiscard]] bool is_near(std::uint64_t offset) const {
    return offset - offsets_.back() <= run_bytes_ + jump_bytes && offsets_.size() < max_runs &&
           offset + run_bytes_ - offsets_.front() <= max_bytes;
  }

  std::span<std::byte> next_run() {
    const auto run = elements_.first(run_bytes_);
    elements_ = elements_.subspan(run_bytes_);
    return run;
  }

  std::size_t run_bytes_;
  std::span<std::byte> elements_;  ///< still to be read
  const ReadBytes& read_;
  std::vector<std::uint64_t> offsets_;  ///< of the runs that are read together
  base::ByteBuffer together_;
};

}  // namespace

void read_elements_at(const ElementPlaces& places, const Box& box, std::span<std::byte> elements,
                      const ReadBytes& read) {
  if (elements.empty()) return;
  Runs runs(places, box);
  RunReader reader(runs.bytes(), elements, read);
  do {
    reader.add(runs.offset());
  } while (runs.next());
  reader.read_gathered();
  if (places.is_swapped) swap_elements(elements, places.element_bytes);
}

}  // namespace ncf::model
