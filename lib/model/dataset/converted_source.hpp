// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A source that converts some variables to another type as they are read. Their stored bytes are
// hidden, unless they mean the new values, too; everything else is as in the original. Values are
// read and converted in slabs, so the memory for the original values is limited.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "model/dataset/source.hpp"
#include "model/grid/chunk_grid.hpp"

namespace ncf::model {

class ConvertedSource final : public Source {
 public:
  /// Replaces `converted`, of the new type, by the converted `values` of a box.
  using Conversion = std::function<void(const Box& box, std::span<const std::byte> values,
                                        std::span<std::byte> converted)>;
  /// Replaces `values` of a box of the new variable by what it reads from the original one.
  using Reading = std::function<void(Source& original, const Box& box, Values& values)>;
  struct ConvertedVariable {
    /// Null if the bytes stay, and only mean values of another type of a fixed size.
    Conversion convert = {};
    /// The converted value that is read where nothing is stored, if it is known.
    std::optional<std::vector<std::byte>> fill = {};
    /// Set instead if the variable has other dimensions, or values of variable length.
    Reading read = {};
  };
  using Conversions = std::map<VariableId, ConvertedVariable>;

  /// schema: the original's, with the definitions of converted variables changed.
  ConvertedSource(std::unique_ptr<Source> original, Schema schema, Conversions conversions)
      : Source(original->name()),
        original_(std::move(original)),
        schema_(std::move(schema)),
        conversions_(std::move(conversions)) {}

  /// Returns the memory that reading a converted variable takes in addition to its values.
  [[nodiscard]] std::uint64_t reading_bytes(VariableId variable);

  [[nodiscard]] const Schema& schema() const override { return schema_; }
  [[nodiscard]] Provenance provenance() override { return original_->provenance(); }
  [[nodiscard]] bool shows_stored_bytes() const noexcept override {
    return original_->shows_stored_bytes();
  }
  [[nodiscard]] std::optional<FileLayout> file_layout() override {
    return original_->file_layout();
  }
  [[nodiscard]] RequestedLayout layout_to_keep() override { return original_->layout_to_keep(); }
  [[nodiscard]] std::optional<Error> fault(VariableId variable) const override {
    return original_->fault(variable);
  }
  bool announce(VariableId variable, std::span<const std::size_t> offset) override {
    return original_->announce(variable, offset);
  }
  void forget_announced() override { original_->forget_announced(); }
  [[nodiscard]] bool is_one_file() const noexcept override { return original_->is_one_file(); }
  [[nodiscard]] std::uint64_t ahead_bytes() const override { return original_->ahead_bytes(); }
  [[nodiscard]] std::optional<PartSize> part_size(VariableId variable) override {
    return is_converted(variable) ? std::nullopt : original_->part_size(variable);
  }

 private:
  void do_read(VariableId variable, const Box& box, Values& values) override;
  [[nodiscard]] StoredForm do_stored_form(VariableId variable) override;
  [[nodiscard]] std::size_t do_stored_chunk_count(VariableId variable) override;
  [[nodiscard]] std::uint64_t do_stored_bytes(VariableId variable) override {
    return original_->do_stored_bytes(variable);
  }
  [[nodiscard]] std::optional<StoredPlace> do_find_chunk(
      VariableId variable, std::span<const std::size_t> offset) override {
    return original_->do_find_chunk(variable, offset);
  }
  [[nodiscard]] std::optional<std::vector<std::vector<std::size_t>>> do_list_chunks(
      VariableId variable) override {
    if (is_converted(variable) && conversions_.at(variable).read) return std::nullopt;
    return original_->do_list_chunks(variable);
  }
  void do_expect_found(VariableId variable) override { original_->expect_found(variable); }
  void do_read_found(VariableId variable, std::span<const std::size_t> offset,
                     const StoredPlace& place, std::span<std::byte> bytes) override {
    original_->do_read_found(variable, offset, place, bytes);
  }
  [[nodiscard]] std::optional<ElementPlaces> do_find_elements(VariableId variable) override {
    return is_converted(variable) ? std::nullopt : original_->do_find_elements(variable);
  }
  void do_read_bytes(VariableId variable, std::uint64_t offset,
                     std::span<std::byte> bytes) override {
    original_->do_read_bytes(variable, offset, bytes);
  }
  void do_will_read(VariableId variable, std::uint64_t begin,
                    std::uint64_t bytes) noexcept override {
    original_->do_will_read(variable, begin, bytes);
  }
  void do_read_elements(VariableId variable, const Box& box,
                        std::span<std::byte> elements) override;
  [[nodiscard]] std::vector<FoundPart> do_find_parts(VariableId variable, const Box& box) override {
    return original_->do_find_parts(variable, box);
  }

  [[nodiscard]] bool is_converted(VariableId variable) const {
    const auto found = conversions_.find(variable);
    return found != conversions_.end() && (found->second.convert || found->second.read);
  }
  [[nodiscard]] bool has_other_type(VariableId variable) const {
    return conversions_.contains(variable) && !is_converted(variable);
  }
  [[nodiscard]] ChunkGrid slabs_of(VariableId variable);
  void convert(VariableId variable, const Box& box, std::span<std::byte> converted);

  std::unique_ptr<Source> original_;
  Schema schema_;
  Conversions conversions_;
};

}  // namespace ncf::model
