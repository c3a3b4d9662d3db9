// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/dataset/stored_form.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <bit>
#include <cstring>

#include "base/memory/bytes.hpp"

namespace ncf::model {
namespace {

/// In the order of TypeClass.
constexpr std::array<std::string_view, 11> element_names{"int8",    "char",    "int16", "int32",
                                                         "float32", "float64", "uint8", "uint16",
                                                         "uint32",  "int64",   "uint64"};

constexpr ByteOrder machine_order =
    std::endian::native == std::endian::big ? ByteOrder::big : ByteOrder::little;

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
    together_.reserve(bytes);
    read_(offsets_.front(), together_.bytes().first(bytes));
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

std::string chunk_name(std::span<const std::size_t> offset) {
  return fmt::format("chunk at ({})", fmt::join(offset, ","));
}

std::size_t count_adjacent(std::span<const PlacedChunk> chunks) noexcept {
  std::uint64_t end = chunks.front().place.begin;
  std::size_t count = 0;
  while (count < chunks.size() && chunks[count].place.begin == end) {
    end += chunks[count++].place.bytes;
  }
  return count;
}

StoredForm elements_form(const Schema& schema, VariableId id) {
  const Variable& variable = schema.variables[id];
  StoredForm form;
  form.layout = Layout::contiguous;
  form.extent = schema.shape(variable);
  for (const DimensionId dimension : variable.dimensions) {
    const Dimension& of = schema.dimensions[dimension];
    form.max_extent.push_back(of.is_unlimited ? unlimited : of.length);
  }
  form.element = element_name(variable.type->type_class);
  form.byte_order = host_order(*variable.type);
  form.element_bytes = variable.type->size_bytes;
  return form;
}

std::string_view element_name(TypeClass type_class) {
  const auto number = static_cast<std::size_t>(type_class);
  return number < element_names.size() ? element_names[number] : std::string_view();
}

ByteOrder host_order(const Type& type) {
  return type.size_bytes == 1 ? ByteOrder::native : machine_order;
}

bool is_foreign(ByteOrder byte_order) noexcept {
  return byte_order != ByteOrder::native && byte_order != machine_order;
}

std::optional<std::vector<std::byte>> fill_in_memory(const StoredForm& form) {
  std::optional<std::vector<std::byte>> fill = form.fill;
  if (fill && is_foreign(form.byte_order)) swap_elements(*fill, form.element_bytes);
  return fill;
}

std::string describe_element(std::string_view element, ByteOrder byte_order) {
  std::string text(element);
  if (byte_order == ByteOrder::little) text += " little-endian";
  if (byte_order == ByteOrder::big) text += " big-endian";
  return text;
}

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
