// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads elements of variables without chunks directly from a file. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "base/library/module_api.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/grid/box.hpp"

namespace ncf::model {

/// Fills `bytes` with the bytes at `offset` of the file. throws: Error.
using ReadBytes = std::function<void(std::uint64_t offset, std::span<std::byte> bytes)>;

/// The most memory that `read_elements_at` needs.
inline constexpr std::size_t element_reader_bytes = std::size_t{256} << 10;

/// The cost of a jump in a file, in bytes read. Smaller gaps are read instead.
inline constexpr std::size_t jump_bytes = 16384;

/// Reads the elements of `box`, in C order and in the byte order of the stored form. throws: as
/// `read`.
NCF_MODULE_API void read_elements_at(const ElementPlaces& places, const Box& box,
                                     std::span<std::byte> elements, const ReadBytes& read);

}  // namespace ncf::model
