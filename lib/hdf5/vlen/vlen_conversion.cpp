// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/vlen/vlen_conversion.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>
#include <vector>

#include "hdf5/library/calls.hpp"
#include "hdf5/library/error_capture.hpp"
#include "hdf5/vlen/global_heap.hpp"
#include "ncf/error.hpp"

namespace ncf::hdf5 {
namespace {

/// The heap of the file opened last, by the file's id, so that it is read once.
struct KnownHeap {
  hid_t file;
  GlobalHeap heap;
};

HeapCheck* innermost = nullptr;
bool is_writing_over_nothing = false;
std::optional<KnownHeap> known_heap;
H5T_conv_t convert_in_libhdf5 = nullptr;

// The background is the memory that values overwrite. Exceptions must not pass through libhdf5.
herr_t prepare_and_convert(hid_t source, hid_t target, H5T_cdata_t* state, std::size_t count,
                           std::size_t stride, std::size_t background_stride, void* values,
                           void* background, hid_t transfer) noexcept {
  std::vector<std::byte> empty_background;
  if (state->command == H5T_CONV_CONV) {
    try {
      if (HeapCheck* const check = HeapCheck::current(); check != nullptr) {
        check->check(source, values, count, stride);
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

HeapCheck::HeapCheck(hid_t object) noexcept
    : object_(object), outer_(std::exchange(innermost, this)) {}

HeapCheck::~HeapCheck() { innermost = outer_; }

HeapCheck* HeapCheck::current() noexcept { return innermost; }

void HeapCheck::check(hid_t type, const void* references, std::size_t count, std::size_t stride) {
  GlobalHeap& heap = heap_of(object_);
  const std::size_t element_bytes = element_bytes_of(type);
  const std::size_t bytes = heap.reference_bytes();
  const auto* at = static_cast<const std::byte*>(references);
  for (std::size_t i = 0; i < count; ++i) {
    heap.check({at + i * (stride == 0 ? bytes : stride), bytes}, element_bytes);
  }
}

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
