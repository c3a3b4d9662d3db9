// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/vlen/vlen_conversion.hpp"

#include <fmt/format.h>
#include <hdf5.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/memory/bytes.hpp"
#include "hdf5/library/calls.hpp"
#include "hdf5/recording/recording.hpp"
#include "ncf/error.hpp"

namespace ncf::hdf5 {
namespace {

constexpr std::size_t min_collection_bytes = 4096;
/// Bytes before the length field in the headers of a collection and of an object.
constexpr std::size_t fixed_header_bytes = 8;

constexpr std::uint64_t align(std::uint64_t bytes) { return (bytes + 7) / 8 * 8; }

[[noreturn]] void throw_damaged(std::uint64_t address) {
  throw Error(ErrorCode::corrupt,
              fmt::format("the global heap, which holds values of variable length, is damaged at "
                          "address {}",
                          address));
}

/// The global heap of an HDF5 file, which holds values of variable length. libhdf5 1.10 does not
/// check what it reads there, so a damaged heap makes it loop or read outside its memory. This code
/// checks the heap first, in the bytes of the file.
/// source: HDF5 file format specification, III.E "Disk Format: Level 1E - Global Heap"
class GlobalHeap {
 public:
  /// file: opened with the recording driver; must outlive this object. throws: Error.
  explicit GlobalHeap(hid_t file) : recording_(recording_of(file)) {
    const Handle creation(call(H5Fget_create_plist, file), &H5Pclose);
    call(H5Pget_sizes, creation.id(), &address_bytes_, &length_bytes_);
    call(H5Pget_userblock, creation.id(), &user_block_bytes_);
    const std::uint64_t bytes = recording_.end_of_file;
    end_ = bytes - std::min<std::uint64_t>(bytes, user_block_bytes_);
  }

  /// Returns the size of a reference to a value, in bytes.
  [[nodiscard]] std::size_t reference_bytes() const noexcept { return 8 + address_bytes_; }

  /// Checks that a reference leads to a value with the right number of elements.
  /// throws: Error(corrupt) if it does not, or if the heap is damaged there.
  void check(std::span<const std::byte> reference, std::size_t element_bytes) {
    const std::uint64_t elements = base::little_endian_at(reference, 0, 4);
    const std::uint64_t address = base::little_endian_at(reference, 4, address_bytes_);
    const std::uint64_t index = base::little_endian_at(reference, 4 + address_bytes_, 4);
    if (address == 0) return;
    const Collection& objects = collection_at(address);
    if (index >= objects.size() || objects[index] != elements * element_bytes) {
      throw_damaged(address);
    }
  }

 private:
  /// Sizes of a collection's objects in bytes, by index.
  using Collection = std::vector<std::optional<std::uint64_t>>;

  const Collection& collection_at(std::uint64_t address) {
    constexpr std::size_t max_known = 64;
    const auto known = collections_.find(address);
    if (known != collections_.end()) return known->second;
    if (collections_.size() >= max_known) collections_.clear();
    return collections_.emplace(address, read_collection(address)).first->second;
  }

  [[nodiscard]] Collection read_collection(std::uint64_t address) const {
    if (address > end_ || end_ - address < min_collection_bytes) throw_damaged(address);
    std::vector<std::byte> collection(min_collection_bytes);
    read_noted(recording_, user_block_bytes_ + address, collection);
    const std::uint64_t bytes =
        base::little_endian_at(collection, fixed_header_bytes, length_bytes_);
    const bool is_signed = std::memcmp(collection.data(), "GCOL", 4) == 0;
    if (!is_signed || bytes < min_collection_bytes || bytes > end_ - address) {
      throw_damaged(address);
    }
    collection.resize(bytes);
    read_noted(recording_, user_block_bytes_ + address, collection);
    return objects_in(address, collection);
  }

  // A remainder too short for an object's header is free space, and so is the object with index 0,
  // whose length includes its header.
  [[nodiscard]] Collection objects_in(std::uint64_t address,
                                      std::span<const std::byte> collection) const {
    const std::size_t header_bytes = align(fixed_header_bytes + length_bytes_);
    Collection objects(1);
    std::span<const std::byte> rest = collection.subspan(header_bytes);
    while (rest.size() >= header_bytes) {
      const std::uint64_t index = base::little_endian_at(rest, 0, 2);
      const std::uint64_t bytes = base::little_endian_at(rest, fixed_header_bytes, length_bytes_);
      if (bytes > rest.size()) throw_damaged(address);
      const std::uint64_t taken = index == 0 ? bytes : header_bytes + align(bytes);
      if (taken < header_bytes || taken > rest.size()) throw_damaged(address);
      if (index >= objects.size()) objects.resize(index + 1);
      if (index > 0) objects[index] = bytes;
      rest = rest.subspan(taken);
    }
    return objects;
  }

  const Recording& recording_;
  hsize_t user_block_bytes_ = 0;
  std::uint64_t end_ = 0;  ///< of the addresses
  std::size_t address_bytes_ = 0;
  std::size_t length_bytes_ = 0;
  std::map<std::uint64_t, Collection> collections_;  ///< the collections read last
};

/// The heap of the file opened last, by the file's id, so that it is read once.
struct KnownHeap {
  hid_t file;
  GlobalHeap heap;
};

hid_t checked_object = H5I_INVALID_HID;  // of the innermost HeapCheck
bool is_writing_over_nothing = false;
std::optional<KnownHeap> known_heap;
H5T_conv_t convert_in_libhdf5 = nullptr;

GlobalHeap& heap_of(hid_t object) {
  const Handle file(call(H5Iget_file_id, object), &H5Fclose);
  if (!known_heap || known_heap->file != file.id()) {
    known_heap.emplace(KnownHeap{file.id(), GlobalHeap(file.id())});
  }
  return known_heap->heap;
}

std::size_t element_bytes_of(hid_t type) {
  if (H5Tget_class(type) == H5T_STRING) return 1;
  const Handle element(call(H5Tget_super, type), &H5Tclose);
  return H5Tget_size(element.id());
}

/// type: of the values that the references lead to. stride: bytes from one reference to the next;
/// 0 if they are contiguous. throws: Error(corrupt).
void check_references(hid_t type, const void* references, std::size_t count, std::size_t stride) {
  GlobalHeap& heap = heap_of(checked_object);
  const std::size_t element_bytes = element_bytes_of(type);
  const std::size_t bytes = heap.reference_bytes();
  const auto* at = static_cast<const std::byte*>(references);
  for (std::size_t i = 0; i < count; ++i) {
    heap.check({at + i * (stride == 0 ? bytes : stride), bytes}, element_bytes);
  }
}

// The background is the memory that values overwrite. Exceptions must not pass through libhdf5.
herr_t prepare_and_convert(hid_t source, hid_t target, H5T_cdata_t* state, std::size_t count,
                           std::size_t stride, std::size_t background_stride, void* values,
                           void* background, hid_t transfer) noexcept {
  std::vector<std::byte> empty_background;
  if (state->command == H5T_CONV_CONV) {
    try {
      if (checked_object >= 0) {
        check_references(source, values, count, stride);
      } else if (is_writing_over_nothing && background != nullptr) {
        const std::size_t element = std::max({stride, background_stride, H5Tget_size(target)});
        empty_background.resize(count * element);
        background = empty_background.data();
      }
    } catch (const std::exception& error) {
      give_reason(H5E_HEAP, H5E_BADVALUE, error.what());
      return -1;
    }
  }
  return convert_in_libhdf5(source, target, state, count, stride, background_stride, values,
                            background, transfer);
}

}  // namespace

void replace_vlen_conversion() {
  known_heap.reset();
  if (!can_replace_vlen_conversion) return;
  const Handle from(call(H5Tvlen_create, H5T_NATIVE_INT), &H5Tclose);
  const Handle to(call(H5Tvlen_create, H5T_NATIVE_SHORT), &H5Tclose);
  H5T_cdata_t* state = nullptr;
  const H5T_conv_t found = H5Tfind(from.id(), to.id(), &state);
  if (found == nullptr || found == &prepare_and_convert) return;
  convert_in_libhdf5 = found;
  call(H5Tregister, H5T_PERS_SOFT, "ncf variable length", from.id(), to.id(), &prepare_and_convert);
}

HeapCheck::HeapCheck(hid_t object) noexcept : outer_(std::exchange(checked_object, object)) {}

HeapCheck::~HeapCheck() { checked_object = outer_; }

WritingOverNothing::WritingOverNothing(bool is_needed)
    : outer_(std::exchange(is_writing_over_nothing, is_needed)) {
  constexpr bool is_right = H5_VERSION_GE(1, 14, 4);
  if (!is_needed || is_right || can_replace_vlen_conversion) return;
  is_writing_over_nothing = outer_;
  throw Error(ErrorCode::unsupported,
              "libhdf5 1.14.0 to 1.14.3 loses sequences in arrays; use another version");
}

WritingOverNothing::~WritingOverNothing() { is_writing_over_nothing = outer_; }

}  // namespace ncf::hdf5
