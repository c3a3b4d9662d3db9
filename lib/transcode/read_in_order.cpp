// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/read_in_order.hpp"

#include <bit>
#include <utility>

#include "ncf/error.hpp"

namespace ncf::transcode {
namespace {

using model::StoredForm;
using model::VariableId;

/// A store that only takes elements.
class ElementsTaker final : public model::ChunkStore {
 public:
  explicit ElementsTaker(const ElementsHandler& take) : take_(take) {}

  void write_elements(VariableId /*variable*/, const model::Box& box,
                      std::span<const std::byte> elements) override {
    take_(box, elements);
  }

  [[nodiscard]] StoredForm stored_form(VariableId /*variable*/) override { refuse(); }
  [[nodiscard]] std::size_t stored_chunk_count(VariableId /*variable*/) override { refuse(); }
  bool read_chunk(VariableId /*variable*/, std::span<const std::size_t> /*offset*/,
                  model::StoredChunk& /*chunk*/) override {
    refuse();
  }
  void write_chunk(VariableId /*variable*/, std::span<const std::size_t> /*offset*/,
                   const model::StoredChunk& /*chunk*/) override {
    refuse();
  }
  void read_elements(VariableId /*variable*/, const model::Box& /*box*/,
                     std::span<std::byte> /*elements*/) override {
    refuse();
  }
  void extend(VariableId /*variable*/, std::span<const std::size_t> /*extent*/) override {
    refuse();
  }
  void close() override {}

 private:
  [[noreturn]] static void refuse() {
    throw Error(ErrorCode::internal, "only elements can be handed over");
  }

  const ElementsHandler& take_;
};

StoredForm plain_form(const StoredForm& from) {
  using model::ByteOrder;
  StoredForm to;
  to.layout = model::Layout::contiguous;
  to.extent = from.extent;
  to.most = from.extent;
  to.element = from.element;
  to.element_bytes = from.element_bytes;
  if (from.byte_order != ByteOrder::native) {
    to.byte_order = std::endian::native == std::endian::big ? ByteOrder::big : ByteOrder::little;
  }
  return to;
}

}  // namespace

void read_in_order(const std::string& name, RecodingSide from, StoreEnd input,
                   const Resources& resources, const ElementsHandler& take) {
  RecodingSide to{0, plain_form(from.form), {}};
  std::vector<Recoding> recodings;
  recodings.emplace_back(name, std::move(from), std::move(to));
  recodings.back().put_in_c_order();
  const RecodingPlan plan = plan_recodings(recodings, resources);
  ElementsTaker taker(take);
  recode(recodings, plan, input, {taker, input.name});
}

}  // namespace ncf::transcode
