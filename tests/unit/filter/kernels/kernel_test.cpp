// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/kernels/kernel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <map>
#include <string>

#include "filter/kernels/builtin.hpp"
#include "ncf/error.hpp"

namespace ncf::filter {
namespace {

using Data = std::vector<std::byte>;
using CdValues = std::vector<std::uint32_t>;

// A kernel in C, as in another author's plugin. Its one working parameter is the size of an
// element; stored bytes are the data and one more byte; a stored byte of 0xFF is damage.
ncf_kernel_status fail(ncf_kernel_status status, const char* text, ncf_kernel_message message) {
  std::strncpy(message.text, text, message.capacity - 1);
  return status;
}

ncf_kernel_status check(ncf_kernel_cd_values visible, ncf_kernel_message message) {
  if (visible.count == 0) return ncf_kernel_ok;
  return fail(ncf_kernel_wrong_parameters, "takes no parameters", message);
}

ncf_kernel_status bind(ncf_kernel_cd_values /*visible*/, const ncf_chunk_layout* layout,
                       ncf_kernel_bound_cd_values* working, ncf_kernel_message message) {
  if (layout->rank != 2 || layout->shape[1] != 4) {
    return fail(ncf_kernel_wrong_parameters, "only rows of 4", message);
  }
  working->values[0] = static_cast<std::uint32_t>(layout->element_bytes);
  working->count = 1;
  return ncf_kernel_ok;
}

std::size_t encoded_bound(ncf_kernel_cd_values /*working*/, std::size_t bytes) { return bytes + 1; }

int workspaces = 0;

void* make_workspace() { return ++workspaces, &workspaces; }
void free_workspace(void* workspace) {
  if (workspace != nullptr) --workspaces;
}

ncf_kernel_status encode(void* workspace, ncf_kernel_cd_values working, ncf_kernel_input decoded,
                         ncf_kernel_output* output, std::size_t* written,
                         ncf_kernel_message message) {
  if (workspace != &workspaces) return ncf_kernel_internal_error;
  if (working.count != 1) return fail(ncf_kernel_wrong_parameters, "needs a size", message);
  if (decoded.count % working.values[0] != 0) {
    return fail(ncf_kernel_wrong_data, "not whole elements", message);
  }
  *written = decoded.count + 1;
  if (*written <= output->capacity) std::copy_n(decoded.bytes, decoded.count, output->bytes);
  return ncf_kernel_ok;
}

ncf_kernel_status decode(void* workspace, ncf_kernel_cd_values /*working*/, ncf_kernel_input stored,
                         ncf_kernel_output* output, std::size_t* written,
                         ncf_kernel_message message) {
  if (workspace != &workspaces) return ncf_kernel_internal_error;
  if (stored.count == 0) return ncf_kernel_no_memory;
  if (stored.bytes[0] == 0xFF) return fail(ncf_kernel_wrong_data, "damaged", message);
  *written = stored.count - 1;
  // Byte by byte, like a decoder that learns the size last.
  for (std::size_t i = 0; i < *written; ++i) {
    if (i == output->capacity) {
      const ncf_kernel_status status =
          output->grow == nullptr ? ncf_kernel_wrong_data : output->grow(output, i + 1);
      if (status != ncf_kernel_ok) return fail(status, "too large", message);
    }
    output->bytes[i] = stored.bytes[i];
  }
  return ncf_kernel_ok;
}

const ncf_kernel whole_table{NCF_KERNEL_VERSION,
                             7,
                             sizeof(ncf_kernel),
                             "fake",
                             check,
                             bind,
                             encoded_bound,
                             make_workspace,
                             free_workspace,
                             encode,
                             decode,
                             nullptr,
                             nullptr,
                             nullptr};

// Returns the code and message of the Error that a call throws.
template <typename Call>
std::string error_of(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    const std::map<ErrorCode, std::string> names{{ErrorCode::unsupported, "unsupported"},
                                                 {ErrorCode::corrupt, "corrupt"},
                                                 {ErrorCode::internal, "internal"}};
    return names.at(error.code()) + ": " + error.message();
  }
  return "no error";
}

class FakeKernel : public testing::Test {
 protected:
  const Kernel kernel_{whole_table};
  const Workspace workspace_ = kernel_.make_workspace();
  const CdValues working_{4};
  const Data data_{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
  const Data stored_{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}, std::byte{0}};
};

TEST(Kernel, IsRefusedWhenItIsOfAnotherVersion) {
  ncf_kernel table = whole_table;
  table.version = 1;
  EXPECT_EQ(error_of([&] { const Kernel kernel(table); }),
            "unsupported: interface version 1, not 6");
}

TEST(Kernel, IsRefusedWhenAFunctionIsMissing) {
  ncf_kernel table = whole_table;
  table.bind = nullptr;
  EXPECT_EQ(error_of([&] { const Kernel kernel(table); }), "no error");
  table.decode = nullptr;
  EXPECT_EQ(error_of([&] { const Kernel kernel(table); }),
            "unsupported: it lacks a required function");
}

// The table of a plugin that was compiled with another header, in memory of exactly its size.
struct TableOfSize {
  explicit TableOfSize(const ncf_kernel& table, std::size_t bytes) : memory(bytes) {
    std::memcpy(memory.data(), &table, std::min(bytes, sizeof table));
    std::memcpy(memory.data() + offsetof(ncf_kernel, size), &bytes, sizeof bytes);
  }
  [[nodiscard]] const ncf_kernel& table() const {
    return *reinterpret_cast<const ncf_kernel*>(memory.data());
  }

  std::vector<std::byte> memory;
};

TEST(Kernel, OfAnOlderPluginLacksWhatWasAddedLater) {
  ncf_kernel table = whole_table;
  table.encode_hinted = [](auto...) { return ncf_kernel_internal_error; };
  table.choose_strategy = [](auto...) { return ncf_kernel_internal_error; };
  const TableOfSize older(table, offsetof(ncf_kernel, encode_hinted));
  EXPECT_FALSE(NCF_KERNEL_HAS(ncf_kernel, &older.table(), encode_hinted));
  EXPECT_TRUE(NCF_KERNEL_HAS(ncf_kernel, &older.table(), decode));
  const Kernel kernel(older.table());
  EXPECT_FALSE(kernel.has_strategies());
  Data encoded(5);
  EXPECT_EQ(kernel.encode(kernel.make_workspace(), CdValues{4}, {4, 9}, Data(4), encoded), 5U);
}

TEST(Kernel, OfANewerPluginIsUsedAsFarAsItIsKnown) {
  const TableOfSize newer(whole_table, sizeof(ncf_kernel) + 64);
  const Kernel kernel(newer.table());
  Data decoded(4);
  EXPECT_EQ(kernel.decode(kernel.make_workspace(), {}, Data(5), decoded), 4U);
}

TEST(Kernel, IsRefusedWhenItsTableIsTooShort) {
  const TableOfSize shorter(whole_table, offsetof(ncf_kernel, decode));
  EXPECT_EQ(error_of([&] { const Kernel kernel(shorter.table()); }),
            "unsupported: it lacks a required function");
}

TEST_F(FakeKernel, TellsWhatItPassesHowLargeItIs) {
  ncf_kernel table = whole_table;
  table.bind = [](ncf_kernel_cd_values, const ncf_chunk_layout* layout,
                  ncf_kernel_bound_cd_values* working, ncf_kernel_message) {
    working->values[0] = static_cast<std::uint32_t>(layout->size);
    working->count = 1;
    return ncf_kernel_ok;
  };
  table.encode_hinted = [](void*, ncf_kernel_cd_values, const ncf_encode_hints* hints,
                           ncf_kernel_input, ncf_kernel_output*, std::size_t* written,
                           ncf_kernel_message) {
    *written = hints->size;
    return ncf_kernel_ok;
  };
  const Kernel kernel(table);
  EXPECT_EQ(kernel.bind({}, {}), CdValues{sizeof(ncf_chunk_layout)});
  Data room(100);
  EXPECT_EQ(kernel.encode(workspace_, working_, {}, data_, room), sizeof(ncf_encode_hints));
}

TEST(Kernel, GivesWorkspacesBack) {
  const Kernel kernel(whole_table);
  const int before = workspaces;
  {
    const Workspace first = kernel.make_workspace();
    const Workspace second = kernel.make_workspace();
    EXPECT_EQ(workspaces, before + 2);
  }
  EXPECT_EQ(workspaces, before);
  ncf_kernel table = whole_table;
  table.make_workspace = []() -> void* { return nullptr; };
  EXPECT_THROW(static_cast<void>(Kernel(table).make_workspace()), std::bad_alloc);
}

TEST(Kernel, MakesNoWorkspaceWhereItIsGivenOne) {
  ncf_kernel table = whole_table;
  table.make_workspace = nullptr;
  EXPECT_EQ(error_of([&] { const Kernel kernel(table); }),
            "unsupported: it lacks a required function");
  table.free_workspace = nullptr;
  const int before = workspaces;
  EXPECT_EQ(Kernel(table, &workspaces).make_workspace().get(), &workspaces);
  EXPECT_EQ(workspaces, before);
}

TEST_F(FakeKernel, IsWhatItsTableSays) {
  EXPECT_EQ(kernel_.id(), 7U);
  EXPECT_EQ(kernel_.name(), "fake");
  EXPECT_EQ(kernel_.bound({}, 9), 10U);
}

TEST_F(FakeKernel, ChecksAndBindsParameters) {
  const ChunkLayout layout{.element_bytes = 8, .shape = {3, 4}};
  EXPECT_EQ(kernel_.bind({}, layout), CdValues{8});
  const CdValues one{1};
  EXPECT_EQ(error_of([&] { kernel_.check(one); }), "unsupported: takes no parameters");
  EXPECT_EQ(error_of([&] { static_cast<void>(kernel_.bind(one, layout)); }),
            "unsupported: takes no parameters");
  EXPECT_EQ(
      error_of([&] { static_cast<void>(kernel_.bind({}, {.element_bytes = 8, .shape = {4}})); }),
      "unsupported: only rows of 4");
}

TEST_F(FakeKernel, WithoutBindingWorksWithVisibleParameters) {
  ncf_kernel table = whole_table;
  table.bind = nullptr;
  table.check = [](ncf_kernel_cd_values, ncf_kernel_message) { return ncf_kernel_ok; };
  EXPECT_EQ(Kernel(table).bind(CdValues{1, 2}, {}), (CdValues{1, 2}));
}

TEST_F(FakeKernel, EncodesAndDecodes) {
  Data encoded(5);
  EXPECT_EQ(kernel_.encode(workspace_, working_, data_, encoded), 5U);
  Data decoded(4);
  EXPECT_EQ(kernel_.decode(workspace_, working_, encoded, decoded), 4U);
  EXPECT_EQ(decoded, data_);
}

TEST_F(FakeKernel, IsToldOfTheDataWhereItWantsToKnow) {
  Data plain(5);
  EXPECT_EQ(kernel_.encode(workspace_, working_, {4, 9}, data_, plain), 5U);
  EXPECT_TRUE(std::equal(data_.begin(), data_.end(), plain.begin()));

  ncf_kernel table = whole_table;
  table.encode_hinted = [](void* workspace, ncf_kernel_cd_values, const ncf_encode_hints* hints,
                           ncf_kernel_input decoded, ncf_kernel_output* output,
                           std::size_t* written, ncf_kernel_message message) {
    if (hints->strategy == 3) return fail(ncf_kernel_wrong_data, "not that strategy", message);
    EXPECT_EQ(workspace, &workspaces);
    output->bytes[0] = static_cast<unsigned char>(hints->shuffled_element_bytes);
    *written = decoded.count;
    return ncf_kernel_ok;
  };
  const Kernel kernel(table);
  Data room(5);
  EXPECT_EQ(kernel.encode(workspace_, working_, {2, 0}, data_, room), 4U);
  EXPECT_EQ(room[0], std::byte{2});
  EXPECT_EQ(error_of([&] {
              kernel.encode(workspace_, working_, {2, 3}, data_, room);
            }),
            "unsupported: not that strategy");
}

TEST_F(FakeKernel, ChoosesAWayWhereItHasSeveral) {
  EXPECT_FALSE(kernel_.has_strategies());
  ncf_kernel table = whole_table;
  table.choose_strategy = [](void* workspace, ncf_kernel_cd_values, const ncf_encode_hints* hints,
                             std::uint64_t variable_bytes, ncf_kernel_input first_chunk,
                             ncf_kernel_strategy* strategy, ncf_kernel_message message) {
    EXPECT_EQ(workspace, &workspaces);
    EXPECT_EQ(first_chunk.count, 4U);
    if (variable_bytes == 0) return fail(ncf_kernel_wrong_data, "nothing to choose", message);
    *strategy = {variable_bytes + hints->shuffled_element_bytes, "uphill"};
    return ncf_kernel_ok;
  };
  const Kernel kernel(table);
  EXPECT_TRUE(kernel.has_strategies());
  const EncoderStrategy chosen = kernel.choose_strategy(workspace_, working_, {2, 0}, 40, data_);
  EXPECT_EQ(chosen.number, 42U);
  EXPECT_STREQ(chosen.text, "uphill");
  EXPECT_EQ(error_of([&] {
              static_cast<void>(kernel.choose_strategy(workspace_, working_, {}, 0, data_));
            }),
            "unsupported: nothing to choose");
}

TEST_F(FakeKernel, SaysWhoseFaultItIs) {
  Data room(100);
  const Workspace no_workspace(nullptr, free_workspace);
  EXPECT_EQ(error_of([&] { kernel_.encode(workspace_, {}, data_, room); }),
            "unsupported: needs a size");
  EXPECT_EQ(error_of([&] { kernel_.encode(workspace_, working_, Data(3), room); }),
            "unsupported: not whole elements");
  EXPECT_EQ(error_of([&] { kernel_.decode(workspace_, working_, Data(1, std::byte{0xFF}), room); }),
            "corrupt: damaged");
  EXPECT_EQ(error_of([&] { kernel_.decode(no_workspace, working_, stored_, room); }), "internal: ");
  EXPECT_THROW(kernel_.decode(workspace_, working_, {}, room), std::bad_alloc);
}

TEST_F(FakeKernel, WithAMistakeIsNotBelieved) {
  Data room(4);
  EXPECT_EQ(error_of([&] { kernel_.encode(workspace_, working_, data_, room); }),
            "internal: the kernel reports more bytes than its output can hold");
}

TEST_F(FakeKernel, GrowsABufferAsFarAsItMay) {
  base::ByteBuffer buffer;
  EXPECT_EQ(kernel_.decode(workspace_, working_, stored_, buffer, 4), 4U);
  EXPECT_TRUE(std::equal(data_.begin(), data_.end(), buffer.bytes().begin()));
  EXPECT_EQ(buffer.bytes().size(), 4U);
  EXPECT_EQ(error_of([&] { kernel_.decode(workspace_, working_, stored_, buffer, 3); }),
            "corrupt: too large")
      << "also where the buffer is larger already";
}

TEST_F(FakeKernel, IsToldWhereNoMemoryCanHoldTheData) {
  ncf_kernel table = whole_table;
  table.decode = [](void*, ncf_kernel_cd_values, ncf_kernel_input, ncf_kernel_output* output,
                    std::size_t*, ncf_kernel_message) {
    return output->grow(output, std::numeric_limits<std::size_t>::max());
  };
  base::ByteBuffer buffer;
  buffer.reserve(4);
  EXPECT_THROW(Kernel(table).decode(workspace_, working_, stored_, buffer,
                                    std::numeric_limits<std::size_t>::max()),
               std::bad_alloc);
  EXPECT_EQ(buffer.bytes().size(), 4U);
}

TEST(BuiltinKernels, AreFoundById) {
  EXPECT_EQ(find_builtin_kernel(32015), nullptr);
  const auto kernels = builtin_kernels();
  EXPECT_TRUE(std::is_sorted(kernels.begin(), kernels.end(),
                             [](const auto* one, const auto* two) { return one->id < two->id; }));
  for (const ncf_kernel* table : kernels) {
    EXPECT_EQ(find_builtin_kernel(table->id), table);
    const Kernel kernel(*table);
    const Workspace workspace = kernel.make_workspace();
    const ChunkLayout layout{4, ncf_element_floating, ncf_order_little, {10, 100}};
    const CdValues working =
        kernel.bind(CdValues(kernel.name() == "szip" ? CdValues{4, 8} : CdValues{}), layout);
    const Data data(4000, std::byte{5});
    Data encoded(kernel.bound(working, data.size()));
    encoded.resize(kernel.encode(workspace, working, data, encoded));
    Data decoded(data.size());
    EXPECT_EQ(kernel.decode(workspace, working, encoded, decoded), data.size()) << kernel.name();
    EXPECT_EQ(decoded, data) << kernel.name();
  }
}

}  // namespace
}  // namespace ncf::filter
