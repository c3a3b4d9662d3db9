// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/kernels/kernel.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <new>

#include "ncf/error.hpp"

namespace ncf::filter {
namespace {

// A buffer for a kernel's message, and the exception made from it.
class Message {
 public:
  ncf_kernel_message buffer() noexcept { return {text_.data(), text_.size()}; }

  // on_wrong_data: the code for data that the kernel rejects, corrupt if decoding and unsupported
  // if encoding.
  void require_ok(ncf_kernel_status status, ErrorCode on_wrong_data) const {
    switch (status) {
      case ncf_kernel_ok:
        return;
      case ncf_kernel_no_memory:
        throw std::bad_alloc();
      case ncf_kernel_wrong_parameters:
        throw Error(ErrorCode::unsupported, text_.data());
      case ncf_kernel_wrong_data:
        throw Error(on_wrong_data, text_.data());
      default:
        throw Error(ErrorCode::internal, text_.data());
    }
  }

 private:
  std::array<char, 256> text_{};
};

unsigned char* as_c(std::byte* bytes) { return reinterpret_cast<unsigned char*>(bytes); }

ncf_kernel_cd_values as_c(Kernel::CdValues cd_values) {
  return {cd_values.data(), cd_values.size()};
}

ncf_kernel_input as_c(Kernel::ConstBytes bytes) {
  return {reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()};
}

ncf_kernel_output as_c(Kernel::Bytes bytes) {
  return {as_c(bytes.data()), bytes.size(), nullptr, nullptr};
}

// A buffer that may grow up to a limit while a kernel writes to it.
struct Growing {
  base::ByteBuffer& buffer;
  std::size_t max_bytes;

  static constexpr std::size_t smallest_bytes = std::size_t{64} << 10;

  static ncf_kernel_status grow(ncf_kernel_output* output, std::size_t needed) noexcept {
    const auto& growing = *static_cast<const Growing*>(output->context);
    if (needed > growing.max_bytes) return ncf_kernel_wrong_data;
    try {
      // Grows in large steps, so that output byte by byte is not copied each time.
      const std::size_t wanted = std::max({needed, 2 * output->capacity, smallest_bytes});
      growing.buffer.reserve(std::min(wanted, growing.max_bytes));
    } catch (const std::bad_alloc&) {
      return ncf_kernel_no_memory;
    }
    output->bytes = as_c(growing.buffer.bytes().data());
    output->capacity = std::min(growing.buffer.bytes().size(), growing.max_bytes);
    return ncf_kernel_ok;
  }
};

// Prevents a faulty kernel from exposing uninitialized memory.
std::size_t checked_size(std::size_t written, std::size_t capacity) {
  if (written > capacity) {
    throw Error(ErrorCode::internal, "the kernel reports more bytes than its output can hold");
  }
  return written;
}

// Calls `encode` or `decode` of a table, which have the same signature.
template <typename Function>
std::size_t run(const Function& function, ErrorCode on_wrong_data, const Workspace& workspace,
                Kernel::CdValues working, Kernel::ConstBytes input, ncf_kernel_output output) {
  Message message;
  std::size_t written = 0;
  message.require_ok(
      function(workspace.get(), as_c(working), as_c(input), &output, &written, message.buffer()),
      on_wrong_data);
  return checked_size(written, output.capacity);
}

}  // namespace

Kernel::Kernel(const ncf_kernel& table, void* workspace) : workspace_(workspace) {
  if (table.version != NCF_KERNEL_VERSION) {
    throw Error(ErrorCode::unsupported, "interface version " + std::to_string(table.version) +
                                            ", not " + std::to_string(NCF_KERNEL_VERSION));
  }
  std::memcpy(&table_, &table, std::min(table.size, sizeof table_));
  const bool has_workspace = workspace != nullptr ||
                             (table_.make_workspace != nullptr && table_.free_workspace != nullptr);
  if (table_.name == nullptr || table_.check == nullptr || table_.bound == nullptr ||
      !has_workspace || table_.encode == nullptr || table_.decode == nullptr) {
    throw Error(ErrorCode::unsupported, "it lacks a required function");
  }
}

Loss Kernel::loss(CdValues visible) const {
  const auto loss = table_.loss == nullptr ? ncf_kernel_loss_unknown : table_.loss(as_c(visible));
  if (loss == ncf_kernel_lossless) return Loss::none;
  return loss == ncf_kernel_lossy ? Loss::some : Loss::unknown;
}

void Kernel::check(CdValues visible) const {
  Message message;
  message.require_ok(table_.check(as_c(visible), message.buffer()), ErrorCode::internal);
}

std::vector<std::uint32_t> Kernel::bind(CdValues visible, const ChunkLayout& layout) const {
  check(visible);
  if (table_.bind == nullptr) return {visible.begin(), visible.end()};
  const bool has_dimensions = !layout.dimension_lengths.empty();
  const ncf_chunk_layout c_layout{sizeof c_layout,
                                  layout.element_bytes,
                                  layout.element_class,
                                  layout.byte_order,
                                  layout.shape.data(),
                                  layout.shape.size(),
                                  has_dimensions ? layout.dimension_lengths.data() : nullptr};
  Message message;
  ncf_kernel_bound_cd_values working{};
  message.require_ok(table_.bind(as_c(visible), &c_layout, &working, message.buffer()),
                     ErrorCode::internal);
  const std::size_t count = checked_size(working.count, ncf_kernel_max_cd_values);
  return {working.values, working.values + count};
}

std::size_t Kernel::bound(CdValues working, std::size_t decoded_bytes) const noexcept {
  return table_.bound(as_c(working), decoded_bytes);
}

Workspace Kernel::make_workspace() const {
  if (workspace_ != nullptr) return {workspace_, [](void* /*shared*/) {}};
  Workspace made(table_.make_workspace(), table_.free_workspace);
  if (made == nullptr) throw std::bad_alloc();
  return made;
}

std::size_t Kernel::encode(const Workspace& workspace, CdValues working, ConstBytes decoded,
                           Bytes output) const {
  return run(table_.encode, ErrorCode::unsupported, workspace, working, decoded, as_c(output));
}

std::size_t Kernel::encode(const Workspace& workspace, CdValues working, const EncodeHints& hints,
                           ConstBytes decoded, Bytes output) const {
  if (table_.encode_hinted == nullptr) return encode(workspace, working, decoded, output);
  const auto function = [&](void* memory, ncf_kernel_cd_values cd_values, ncf_kernel_input input,
                            ncf_kernel_output* target, std::size_t* written,
                            ncf_kernel_message message) {
    return table_.encode_hinted(memory, cd_values, &hints, input, target, written, message);
  };
  return run(function, ErrorCode::unsupported, workspace, working, decoded, as_c(output));
}

EncoderStrategy Kernel::choose_strategy(const Workspace& workspace, CdValues working,
                                        const EncodeHints& hints, std::uint64_t variable_bytes,
                                        ConstBytes first_chunk) const {
  Message message;
  EncoderStrategy chosen{};
  message.require_ok(table_.choose_strategy(workspace.get(), as_c(working), &hints, variable_bytes,
                                            as_c(first_chunk), &chosen, message.buffer()),
                     ErrorCode::unsupported);
  chosen.text[ncf_kernel_strategy_text - 1] = '\0';
  return chosen;
}

std::size_t Kernel::decode(const Workspace& workspace, CdValues working, ConstBytes stored,
                           Bytes output) const {
  return run(table_.decode, ErrorCode::corrupt, workspace, working, stored, as_c(output));
}

std::size_t Kernel::decode(const Workspace& workspace, CdValues working, ConstBytes stored,
                           base::ByteBuffer& output, std::size_t max_bytes) const {
  Growing growing{output, max_bytes};
  const Bytes at_hand = output.bytes().first(std::min(output.bytes().size(), max_bytes));
  return run(table_.decode, ErrorCode::corrupt, workspace, working, stored,
             {as_c(at_hand.data()), at_hand.size(), Growing::grow, &growing});
}

}  // namespace ncf::filter
