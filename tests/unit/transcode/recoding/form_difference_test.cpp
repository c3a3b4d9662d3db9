// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/recoding/form_difference.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "ncf/error.hpp"
#include "support/errors.hpp"
#include "support/memory_dataset.hpp"

namespace ncf::transcode {
namespace {

model::StoredForm form_as_written() {
  model::StoredForm form;
  form.layout = model::Layout::chunked;
  form.extent = form.max_extent = {4};
  form.chunk_shape = {2};
  form.filters = {{1, {5}}};
  form.element = "int16";
  form.byte_order = model::ByteOrder::little;
  form.element_bytes = 2;
  form.fill = std::vector<std::byte>(2);
  return form;
}

/// Returns the message about an output whose form reads back with this change; it names the
/// variable once.
std::string message_for(const std::function<void(model::StoredForm&)>& change,
                        std::size_t stored_chunks = 2) {
  model::StoredForm form = form_as_written();
  change(form);
  test::MemoryDataset output(form);
  for (std::size_t i = 0; i < stored_chunks; ++i) output.chunks[{2 * i}] = {};
  return test::error_of([&] {
           output.written().at_variable(1, [&] {
             require_same_form({output.written(), {1}}, 0, form_as_written());
           });
         })
      .what();
}

TEST(ReopenedOutput, IsAcceptedInTheFormInWhichItWasWritten) {
  test::MemoryDataset output(form_as_written());
  EXPECT_NO_THROW(require_same_form({output.written(), {1}}, 0, form_as_written()));
}

// The chunks of an input are passed through whatever flags the filters of the output have.
TEST(ReopenedOutput, MayHaveOtherFlagsOfFilters) {
  model::StoredForm form = form_as_written();
  form.filters.front().flag = FilterFlag::mandatory;
  test::MemoryDataset output(form);
  EXPECT_NO_THROW(require_same_form({output.written(), {1}}, 0, form_as_written()));
}

TEST(ReopenedOutput, IsRefusedIfItsBytesMeanSomethingElse) {
  const std::string begin = "out.nc: variable /v: does not read back as it was written: ";
  EXPECT_EQ(message_for([](auto& form) { form.byte_order = model::ByteOrder::big; }),
            begin + "the stored types differ: int16 little-endian and int16 big-endian");
  EXPECT_EQ(message_for([](auto& form) { form.chunk_shape = {3}; }),
            begin + "the chunks differ: 2 and 3");
  EXPECT_EQ(message_for([](auto& form) { form.filters.clear(); }),
            begin + "the stored filters differ: deflate level=5 and none");
  EXPECT_EQ(message_for([](auto& form) {
              form.own_chain = {{1, {6}}};
            }),
            begin + "the parameters of the filters differ");
}

TEST(ReopenedOutput, MayHaveAnotherFillValueIfNoChunkIsMissing) {
  const auto change = [](model::StoredForm& form) { form.fill = std::vector(2, std::byte{9}); };
  EXPECT_EQ(message_for(change, 1),
            "out.nc: variable /v: does not read back as it was written: missing chunks read as "
            "another value");
  model::StoredForm form = form_as_written();
  change(form);
  test::MemoryDataset output(form);
  output.chunks[{0}] = output.chunks[{2}] = {};
  EXPECT_NO_THROW(require_same_form({output.written(), {1}}, 0, form_as_written()));
}

}  // namespace
}  // namespace ncf::transcode
