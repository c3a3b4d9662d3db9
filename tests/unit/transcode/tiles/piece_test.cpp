// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/tiles/piece.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "filter/kernels/builtin.hpp"
#include "ncf/error.hpp"

namespace ncf::transcode {
namespace {

using Range = std::pair<std::uint64_t, std::uint64_t>;
using Ranges = std::vector<Range>;

/// A source that records the announcements of future reads.
class Told final : public model::Source {
 public:
  Told() : Source("in.nc") {}
  [[nodiscard]] const model::Schema& schema() const override { return schema_; }
  Ranges take() { return std::exchange(ranges_, {}); }

 private:
  void do_read(model::VariableId, const model::Box&, model::Values&) override {
    throw Error(ErrorCode::internal, "is not read");
  }
  void do_will_read(model::VariableId, std::uint64_t begin, std::uint64_t bytes) noexcept override {
    ranges_.emplace_back(begin, bytes);
  }

  model::Schema schema_;
  Ranges ranges_;
};

model::StoredForm form() {
  model::StoredForm form;
  form.extent = form.max_extent = {10, 10};
  form.layout = model::Layout::chunked;
  form.chunk_shape = {1, 10};
  form.element = "number";
  form.element_bytes = 4;
  return form;
}

RecodingSide chunked() { return {0, form(), filter::PreparedChain({}, {})}; }

Piece at(std::uint64_t begin, std::uint64_t bytes) {
  return {{{0, 0}, {1, 10}}, model::StoredPlace{begin, bytes}, {}};
}

TEST(ReadAhead, EachJobAdvisesForTwo) {
  Told input;
  ReadAhead ahead(input);
  const Recoding recoding("v", chunked(), chunked());
  for (std::uint64_t i = 0; i < 5; ++i) ahead.add(recoding, {at(1000 * i, 40)});
  ahead.advise();
  EXPECT_EQ(input.take(), (Ranges{{0, 40}, {1000, 40}}));
  ahead.advise();
  EXPECT_EQ(input.take(), (Ranges{{2000, 40}, {3000, 40}}));
  ahead.advise();
  EXPECT_EQ(input.take(), (Ranges{{4000, 40}}));
  ahead.advise();
  EXPECT_EQ(input.take(), Ranges{});
}

TEST(ReadAhead, ChunksThatFollowEachOtherAreOneRange) {
  Told input;
  ReadAhead ahead(input);
  const Recoding recoding("v", chunked(), chunked());
  ahead.add(recoding, {at(0, 40), at(40, 10), at(60, 5), at(20, 5)});
  ahead.advise();
  EXPECT_EQ(input.take(), (Ranges{{0, 50}, {60, 5}, {20, 5}}));
}

TEST(ReadAhead, OnlyChunksAreAskedFor) {
  Told input;
  ReadAhead ahead(input);
  const Recoding recoding("v", {0, form(), {}}, chunked());
  ahead.add(recoding, {{{{0, 0}, {1, 10}}, {}, std::vector<std::byte>(40)}});
  ahead.advise();
  EXPECT_EQ(input.take(), Ranges{});
}

}  // namespace
}  // namespace ncf::transcode
