// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/kernels/prepared_chain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "base/errors/error_context.hpp"
#include "filter/registry/known_ids.hpp"
#include "filter/registry/registry.hpp"
#include "ncf/error.hpp"

namespace ncf::filter {
namespace {

std::string title_of(const Kernel& kernel) { return filter_title(kernel.id(), kernel.name()); }

[[noreturn]] void throw_wrong_size(std::size_t bytes, std::size_t expected) {
  throw Error(ErrorCode::corrupt,
              fmt::format("a chunk that should have {} bytes decodes to {}", expected, bytes));
}

std::uint32_t bit_of(std::size_t filter) noexcept { return filter < 32 ? 1U << filter : 0; }

bool is_masked(std::uint32_t mask, std::size_t filter) noexcept {
  return (mask & bit_of(filter)) != 0;
}

}  // namespace

const Workspace& ChainWorkspace::of(const Kernel& kernel) {
  auto found = workspaces_.find(kernel.id());
  if (found == workspaces_.end()) {
    found = workspaces_.emplace(kernel.id(), kernel.make_workspace()).first;
  }
  return found->second;
}

PreparedChain::PreparedChain(StoredChain filters, std::vector<Kernel> kernels,
                             std::uint32_t optional_filters)
    : filters_(std::move(filters)),
      kernels_(std::move(kernels)),
      optional_filters_(optional_filters) {
  if (filters_.size() != kernels_.size()) {
    throw Error(ErrorCode::internal, "a chain needs one kernel for each filter");
  }
}

std::size_t PreparedChain::bound(std::size_t decoded_bytes) const noexcept {
  std::size_t bytes = decoded_bytes;
  std::size_t most = bytes;
  for (std::size_t i = 0; i < kernels_.size(); ++i) {
    bytes = kernels_[i].bound(filters_[i].parameters, bytes);
    most = std::max(most, bytes);
  }
  return most;
}

// Maximum size of filter `filter`'s input when a chunk was encoded. Other encoders for the same
// filters may have produced more than ours would, but not twice as much.
std::size_t PreparedChain::max_bytes_before(std::size_t filter,
                                            std::size_t decoded_bytes) const noexcept {
  constexpr std::size_t slack = 65536;
  std::size_t bytes = decoded_bytes;
  for (std::size_t i = 0; i < filter; ++i) {
    bytes = std::max(bytes, kernels_[i].bound(filters_[i].parameters, bytes));
  }
  return filter == 0 ? decoded_bytes : 2 * bytes + slack;
}

void PreparedChain::decode(std::span<const std::byte> stored, std::uint32_t filter_mask,
                           std::span<std::byte> decoded, ChainWorkspace& workspace) const {
  std::span<const std::byte> bytes = stored;
  std::size_t first = 0;  // the filter that is decoded last
  while (first < kernels_.size() && is_masked(filter_mask, first)) ++first;
  std::size_t turn = 0;
  for (std::size_t i = kernels_.size(); i-- > first;) {
    if (is_masked(filter_mask, i)) continue;
    const Kernel& kernel = kernels_[i];
    const auto& cd_values = filters_[i].parameters;
    base::with_context([&] { return title_of(kernel); },
                       [&] {
                         if (i == first) {
                           const std::size_t count =
                               kernel.decode(workspace.of(kernel), cd_values, bytes, decoded);
                           if (count != decoded.size()) throw_wrong_size(count, decoded.size());
                           return;
                         }
                         base::ByteBuffer& buffer = workspace.buffers[turn];
                         buffer.reserve(decoded.size());
                         const std::size_t count =
                             kernel.decode(workspace.of(kernel), cd_values, bytes, buffer,
                                           max_bytes_before(i, decoded.size()));
                         bytes = buffer.bytes().first(count);
                       });
    turn = 1 - turn;
  }
  if (first < kernels_.size()) return;
  if (bytes.size() != decoded.size()) throw_wrong_size(bytes.size(), decoded.size());
  std::memcpy(decoded.data(), bytes.data(), bytes.size());
}

std::size_t PreparedChain::decode(std::span<const std::byte> stored, base::ByteBuffer& decoded,
                                  std::size_t max_bytes, ChainWorkspace& workspace) const {
  decoded.reserve(stored.size());
  if (!stored.empty()) std::memcpy(decoded.bytes().data(), stored.data(), stored.size());
  std::size_t bytes = stored.size();
  for (std::size_t i = kernels_.size(); i-- > 0;) {
    const Kernel& kernel = kernels_[i];
    base::ByteBuffer& buffer = workspace.buffers[0];
    bytes =
        base::with_context([&] { return title_of(kernel); },
                           [&] {
                             return kernel.decode(workspace.of(kernel), filters_[i].parameters,
                                                  decoded.bytes().first(bytes), buffer, max_bytes);
                           });
    std::swap(decoded, buffer);
  }
  return bytes;
}

// The state of a chunk during encoding.
struct PreparedChain::Stage {
  EncodedChunk chunk;
  std::size_t shuffled_element_bytes = 0;  // if shuffle was the last filter
  std::size_t turn = 0;                    // which of the two buffers is next
};

void PreparedChain::encode_stage(Stage& stage, std::size_t filter,
                                 const EncoderStrategies& strategies,
                                 ChainWorkspace& workspace) const {
  const Kernel& kernel = kernels_[filter];
  const auto& cd_values = filters_[filter].parameters;
  base::ByteBuffer& buffer = workspace.buffers[stage.turn];
  buffer.reserve(kernel.bound(cd_values, stage.chunk.bytes.size()));
  const EncodeHints hints{stage.shuffled_element_bytes,
                          filter < strategies.size() ? strategies[filter].number : 0};
  try {
    const std::size_t count =
        kernel.encode(workspace.of(kernel), cd_values, hints, stage.chunk.bytes, buffer.bytes());
    stage.chunk.bytes = buffer.bytes().first(count);
    stage.shuffled_element_bytes =
        kernel.id() == shuffle_id && !cd_values.empty() ? cd_values[0] : 0;
    stage.turn = 1 - stage.turn;
  } catch (Error& error) {
    if (error.code() == ErrorCode::unsupported && is_masked(optional_filters_, filter)) {
      stage.chunk.filter_mask |= bit_of(filter);
      return;
    }
    error.add_context(title_of(kernel));
    throw;
  }
}

EncodedChunk PreparedChain::encode(std::span<const std::byte> decoded, ChainWorkspace& workspace,
                                   const EncoderStrategies& strategies) const {
  Stage stage{{decoded}};
  for (std::size_t i = 0; i < kernels_.size(); ++i) encode_stage(stage, i, strategies, workspace);
  return stage.chunk;
}

bool PreparedChain::has_strategies() const noexcept {
  return std::ranges::any_of(kernels_,
                             [](const Kernel& kernel) { return kernel.has_strategies(); });
}

EncoderStrategies PreparedChain::choose_strategies(std::span<const std::byte> first_chunk,
                                                   std::uint64_t variable_bytes,
                                                   ChainWorkspace& workspace) const {
  EncoderStrategies strategies(kernels_.size());
  std::size_t last = kernels_.size();  // one past the last filter to ask
  while (last > 0 && !kernels_[last - 1].has_strategies()) --last;
  Stage stage{{first_chunk}};
  for (std::size_t i = 0; i < last; ++i) {
    const Kernel& kernel = kernels_[i];
    if (kernel.has_strategies()) {
      const EncodeHints hints{stage.shuffled_element_bytes, 0};
      strategies[i] = base::with_context([&] { return title_of(kernel); },
                                         [&] {
                                           return kernel.choose_strategy(
                                               workspace.of(kernel), filters_[i].parameters, hints,
                                               variable_bytes, stage.chunk.bytes);
                                         });
    }
    if (i + 1 < last) encode_stage(stage, i, strategies, workspace);
  }
  return strategies;
}

}  // namespace ncf::filter
