// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls kernels from C: every failure becomes a status and a message, and no exception is thrown.
#include "common/kernel_entry.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "common/test/kernel_samples.hpp"

namespace ncf::plugins {
namespace {

// ---- a kernel that fails as its first parameter says ----

enum Behaviour : std::uint32_t { works, parameter_error, data_error, short_of_memory, bug, oddity };

void behave(Parameters parameters) {
  switch (parameters.empty() ? works : parameters[0]) {
    case works:
      return;
    case parameter_error:
      throw ParameterError("parameters 0 only");
    case data_error:
      throw KernelError("damaged");
    case short_of_memory:
      throw std::bad_alloc();
    case bug:
      throw std::logic_error("bug");
    default:
      throw 42;
  }
}

std::vector<std::uint32_t> bind(Parameters visible, const ChunkLayout& layout) {
  behave(visible);
  if (visible.size() == 2) return std::vector<std::uint32_t>(visible[1]);
  std::vector<std::uint32_t> cd_values{static_cast<std::uint32_t>(layout.element_bytes),
                                       static_cast<std::uint32_t>(layout.element_class),
                                       static_cast<std::uint32_t>(layout.byte_order)};
  for (const std::uint64_t length : layout.chunk()) {
    cd_values.push_back(static_cast<std::uint32_t>(length));
  }
  for (const std::uint64_t length : layout.dimensions()) {
    cd_values.push_back(static_cast<std::uint32_t>(length));
  }
  return cd_values;
}

std::size_t bound(Parameters /*working*/, std::size_t bytes) noexcept { return bytes; }

std::size_t encode(Workspace& /*workspace*/, Parameters working, ConstBytes input, Bytes output) {
  behave(working);
  std::copy(input.begin(), input.end(), output.begin());
  return input.size();
}

std::size_t decode(Workspace& workspace, Parameters working, ConstBytes input, Output& output) {
  output.reserve(input.size());
  return encode(workspace, working, input, output.memory());
}

constexpr Kernel fake{1, "fake", behave, bind, bound, make_workspace<>, encode, decode};
constexpr const ncf_kernel& table = kernel_table<fake>;

// The answer of a call.
struct Answer {
  ncf_kernel_status status;
  std::string message;

  friend bool operator==(const Answer&, const Answer&) = default;
};

void PrintTo(const Answer& answer, std::ostream* stream) {
  *stream << answer.status << ": " << answer.message;
}

template <typename Call>
Answer answer_of(const Call& call, std::size_t capacity = 100) {
  std::string room(capacity + 1, '#');
  const ncf_kernel_status status = call(ncf_kernel_message{room.data(), capacity});
  EXPECT_EQ(room[capacity], '#') << "written after the room for the message";
  return {status, room.substr(0, room.find_first_of(std::string_view("\0#", 2)))};
}

Answer check(Behaviour behaviour, std::size_t capacity = 100) {
  const std::uint32_t word = behaviour;
  return answer_of(
      [&](ncf_kernel_message message) {
        return table.check({&word, 1}, message);
      },
      capacity);
}

TEST(KernelEntry, TurnsWhatIsThrownIntoAStatusAndAMessage) {
  EXPECT_EQ(check(works), (Answer{ncf_kernel_ok, ""}));
  EXPECT_EQ(check(parameter_error), (Answer{ncf_kernel_wrong_parameters, "parameters 0 only"}));
  EXPECT_EQ(check(data_error), (Answer{ncf_kernel_wrong_data, "damaged"}));
  EXPECT_EQ(check(short_of_memory), (Answer{ncf_kernel_no_memory, "not enough memory"}));
  EXPECT_EQ(check(bug), (Answer{ncf_kernel_internal_error, "bug"}));
  EXPECT_EQ(check(oddity), (Answer{ncf_kernel_internal_error, "unknown failure"}));
}

TEST(KernelEntry, CutsMessagesToTheRoomThereIs) {
  EXPECT_EQ(check(data_error, 8), (Answer{ncf_kernel_wrong_data, "damaged"}));
  EXPECT_EQ(check(data_error, 4), (Answer{ncf_kernel_wrong_data, "dam"}));
  EXPECT_EQ(check(data_error, 1), (Answer{ncf_kernel_wrong_data, ""}));
  const std::uint32_t word = data_error;
  EXPECT_EQ(table.check({&word, 1}, {nullptr, 0}), ncf_kernel_wrong_data);
}

TEST(KernelEntry, BindsToAVariable) {
  const std::array<std::uint64_t, 2> shape{3, 4};
  const std::array<std::uint64_t, 2> lengths{5, 6};
  ncf_chunk_layout layout{sizeof layout, 8, ncf_element_floating, ncf_order_big, shape.data(), 2,
                          nullptr};
  const auto bound = [&] {
    ncf_kernel_bound_cd_values cd_values{};
    EXPECT_EQ(table.bind({nullptr, 0}, &layout, &cd_values, {nullptr, 0}), ncf_kernel_ok);
    return std::vector(cd_values.values, cd_values.values + cd_values.count);
  };
  const auto floating = static_cast<std::uint32_t>(ncf_element_floating);
  const auto big = static_cast<std::uint32_t>(ncf_order_big);
  EXPECT_EQ(bound(), (std::vector<std::uint32_t>{8, floating, big, 3, 4}));
  layout.dimension_lengths = lengths.data();
  EXPECT_EQ(bound(), (std::vector<std::uint32_t>{8, floating, big, 3, 4, 5, 6}));
}

TEST(KernelEntry, RefusesToBindToMoreCdValuesThanThereIsRoomFor) {
  const ncf_chunk_layout layout{};
  ncf_kernel_bound_cd_values cd_values{};
  const auto bind_to = [&](std::uint32_t count) {
    const std::array<std::uint32_t, 2> visible{works, count};
    return answer_of([&](ncf_kernel_message message) {
      return table.bind({visible.data(), 2}, &layout, &cd_values, message);
    });
  };
  EXPECT_EQ(bind_to(64), (Answer{ncf_kernel_ok, ""}));
  EXPECT_EQ(cd_values.count, 64U);
  EXPECT_EQ(bind_to(65), (Answer{ncf_kernel_internal_error, "too many parameters"}));
}

// ---- encoding ----

constexpr Kernel fake_of_planes{
    1,
    "fake",
    behave,
    bind,
    bound,
    make_workspace<>,
    encode,
    decode,
    +[](Workspace&, Parameters working, const EncodeHints& hints, ConstBytes input, Bytes output) {
      behave(working);
      output[0] = static_cast<std::byte>(hints.shuffled_element_bytes);
      output[1] = static_cast<std::byte>(hints.strategy);
      return input.size();
    },
    +[](Workspace&, Parameters working, const EncodeHints& hints, std::uint64_t variable_bytes,
        ConstBytes first_chunk) {
      behave(working);
      return ChosenStrategy{variable_bytes + first_chunk.size() + hints.shuffled_element_bytes,
                            std::string(100, 'x')};
    }};

TEST(KernelEntry, PassesWhatIsKnownOfTheData) {
  EXPECT_EQ(table.encode_hinted, nullptr);
  const ncf_kernel& of_planes = kernel_table<fake_of_planes>;
  void* const workspace = of_planes.make_workspace();
  const std::array<unsigned char, 3> data{1, 2, 3};
  std::array<unsigned char, 3> room{};
  ncf_kernel_output output{room.data(), room.size(), nullptr, nullptr};
  std::size_t written = 0;
  const auto encode_with = [&](Behaviour behaviour) {
    const std::uint32_t word = behaviour;
    const ncf_encode_hints hints{sizeof hints, 9, 5};
    return of_planes.encode_hinted(workspace, {&word, 1}, &hints, {data.data(), data.size()},
                                   &output, &written, {nullptr, 0});
  };
  EXPECT_EQ(encode_with(works), ncf_kernel_ok);
  EXPECT_EQ(written, 3U);
  EXPECT_EQ(room[0], 9);
  EXPECT_EQ(room[1], 5);
  EXPECT_EQ(encode_with(parameter_error), ncf_kernel_wrong_parameters);
  of_planes.free_workspace(workspace);
}

TEST(KernelEntry, PassesTheStrategyThatIsChosen) {
  EXPECT_EQ(table.choose_strategy, nullptr);
  const ncf_kernel& of_planes = kernel_table<fake_of_planes>;
  const std::unique_ptr<void, void (*)(void*)> workspace(of_planes.make_workspace(),
                                                         of_planes.free_workspace);
  const std::array<unsigned char, 3> chunk{1, 2, 3};
  const ncf_encode_hints hints{sizeof hints, 9, 0};
  ncf_kernel_strategy chosen{};
  const auto choose_with = [&](Behaviour behaviour) {
    const std::uint32_t word = behaviour;
    return of_planes.choose_strategy(workspace.get(), {&word, 1}, &hints, 1000,
                                     {chunk.data(), chunk.size()}, &chosen, {nullptr, 0});
  };
  EXPECT_EQ(choose_with(works), ncf_kernel_ok);
  EXPECT_EQ(chosen.number, 1012U);
  EXPECT_EQ(std::string(chosen.text), std::string(ncf_kernel_strategy_text - 1, 'x'));
  EXPECT_EQ(choose_with(parameter_error), ncf_kernel_wrong_parameters);
}

// ---- decoding into memory of the caller's ----

class Decoding : public testing::Test {
 protected:
  Answer decode(ncf_kernel_output& output) {
    return answer_of([&](ncf_kernel_message message) {
      return table.decode(workspace_.get(), {nullptr, 0}, {data_.data(), data_.size()}, &output,
                          &written_, message);
    });
  }

  std::unique_ptr<void, void (*)(void*)> workspace_{table.make_workspace(), table.free_workspace};
  const std::vector<unsigned char> data_{1, 2, 3};
  std::vector<unsigned char> memory_;
  std::size_t written_ = 0;
};

TEST_F(Decoding, FillsMemoryThatDoesNotGrow) {
  memory_.resize(3);
  ncf_kernel_output output{memory_.data(), 3, nullptr, nullptr};
  EXPECT_EQ(decode(output), (Answer{ncf_kernel_ok, ""}));
  EXPECT_EQ(written_, 3U);
  EXPECT_EQ(memory_, data_);
  output.capacity = 2;
  EXPECT_EQ(decode(output),
            (Answer{ncf_kernel_wrong_data, "decodes to more than the 2 bytes expected"}));
}

TEST_F(Decoding, AsksForMemoryThatGrows) {
  const auto grow = [](ncf_kernel_output* output, std::size_t needed) {
    auto& memory = *static_cast<std::vector<unsigned char>*>(output->context);
    memory.resize(needed);
    output->bytes = memory.data();
    output->capacity = needed;
    return ncf_kernel_ok;
  };
  ncf_kernel_output output{nullptr, 0, grow, &memory_};
  EXPECT_EQ(decode(output), (Answer{ncf_kernel_ok, ""}));
  EXPECT_EQ(memory_, data_);
}

TEST_F(Decoding, IsRefusedMemory) {
  ncf_kernel_output output{
      nullptr, 0, [](ncf_kernel_output*, std::size_t) { return ncf_kernel_wrong_data; }, nullptr};
  EXPECT_EQ(decode(output), (Answer{ncf_kernel_wrong_data, "decodes to more than it may"}));
  output.grow = [](ncf_kernel_output*, std::size_t) { return ncf_kernel_no_memory; };
  EXPECT_EQ(decode(output), (Answer{ncf_kernel_no_memory, "not enough memory"}));
}

}  // namespace
}  // namespace ncf::plugins
