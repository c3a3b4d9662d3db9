// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads any bytes as a netCDF-4 file: it is refused with an ncf::Error, or it has a schema, and the
// values and stored chunks of each variable can be requested, each with an answer or an ncf::Error.
//
// libhdf5 ends the process for some of these files. run.sh distinguishes its faults from ours. The
// corpus has a file for each kind of index of chunks, also with pages and several levels.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "filter/kernels/filter_source.hpp"
#include "hdf5/library/calls.hpp"
#include "ncf/error.hpp"
#include "store/netcdf4/open_netcdf4.hpp"

// Checksums of metadata would keep nearly all changed bytes from the reader, but not deliberate
// changes: libhdf5 finds this function before its own, and accepts every checksum.
extern "C" __attribute__((visibility("default"))) void H5F_get_checksums(
    const std::uint8_t* /*metadata*/, std::size_t /*bytes*/, std::uint32_t* stored,
    std::uint32_t* computed) {
  if (stored != nullptr) *stored = 0;
  if (computed != nullptr) *computed = 0;
}

namespace {

using namespace ncf;
using model::Box;
using model::Source;
using model::VariableId;

/// The most bytes read of a variable's values or of a chunk.
constexpr std::size_t max_bytes = std::size_t{1} << 20U;
constexpr std::size_t max_values = 64;

/// A file without a name that lives in memory.
class MemoryFile {
 public:
  explicit MemoryFile(std::span<const std::uint8_t> bytes)
      : descriptor_(::memfd_create("fuzzed", MFD_CLOEXEC)) {
    const auto size = static_cast<ssize_t>(bytes.size());
    if (::write(descriptor_, bytes.data(), bytes.size()) != size) std::abort();
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { ::close(descriptor_); }

  [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

/// Returns the last values if `at_end`, else the first: a few along each dimension.
Box some_of(const std::vector<std::size_t>& shape, bool at_end) {
  Box box{std::vector<std::size_t>(shape.size(), 0), shape};
  std::size_t left = max_values;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    box.count[i] = std::min({shape[i], std::size_t{3}, left});
    left /= std::max<std::size_t>(1, box.count[i]);
    if (at_end) box.start[i] = shape[i] - box.count[i];
  }
  return box;
}

bool is_small(std::size_t element_bytes, const std::vector<std::size_t>& lengths) {
  std::size_t bytes = element_bytes;
  for (const std::size_t length : lengths) {
    if (__builtin_mul_overflow(bytes, length, &bytes)) return false;
  }
  return bytes <= max_bytes;
}

/// Does some work for a variable and ignores its failure.
template <class Work>
void attempt(Work work) {
  try {
    work();
  } catch (const Error&) {
    return;
  }
}

void read_values(Source& source, VariableId id, const model::StoredForm& form) {
  const model::Variable& variable = source.schema().variables[id];
  for (const bool at_end : {false, true}) {
    const Box box = some_of(source.schema().shape(variable), at_end);
    if (!is_small(variable.type->size_bytes, box.count)) continue;
    attempt([&] {
      model::Values values(variable.type);
      source.read(id, box, values);
      const model::Values copy = values;
      if (!(copy == values)) std::abort();
    });
    const Box stored = some_of(form.extent, at_end);
    if (form.element.empty() || stored.value_count() == 0) continue;
    attempt([&] {
      std::vector<std::byte> elements(stored.value_count() * form.element_bytes);
      source.read_elements(id, stored, elements);
    });
  }
}

void read_chunks(Source& source, VariableId id, const model::StoredForm& form) {
  const model::ChunkGrid grid(form.extent, form.chunk_shape);
  for (std::size_t chunk = 0; chunk < std::min(grid.chunk_count(), max_values); ++chunk) {
    const std::vector<std::size_t> offset = grid.offset(chunk);
    model::StoredChunk stored;
    attempt([&] { source.read_chunk(id, offset, stored); });
  }
}

void read_found_elements(Source& source, VariableId id, const model::StoredForm& form) {
  const auto places = source.find_elements(id);
  if (!places || !is_small(form.element_bytes, form.extent)) return;
  std::vector<std::byte> elements(model::value_count(form.extent) * form.element_bytes);
  source.read_found_elements(id, *places,
                             {std::vector<std::size_t>(form.extent.size()), form.extent}, elements);
}

void read_variable(Source& source, VariableId id) {
  const model::StoredForm form = source.stored_form(id);
  attempt([&] { (void)source.stored_chunk_count(id); });
  attempt([&] { (void)source.stored_bytes(id); });
  attempt([&] { (void)source.list_few_chunks(id, {form.extent, form.chunk_shape}); });
  if (form.layout == model::Layout::chunked) {
    if (!is_small(form.element_bytes, form.chunk_shape)) return;
    read_chunks(source, id, form);
  } else {
    attempt([&] { read_found_elements(source, id, form); });
  }
  read_values(source, id, form);
}

/// Ranges are sorted, apart, and in the file.
template <class Range>
void check_ranges(const std::vector<Range>& ranges, std::uint64_t file_bytes) {
  std::uint64_t end = 0;
  for (const Range& range : ranges) {
    if (range.begin < end || range.bytes > file_bytes || range.begin > file_bytes - range.bytes) {
      std::abort();
    }
    end = std::max(end, range.begin);
  }
}

void check_layout(Source& source) {
  const auto layout = source.file_layout();
  if (!layout) std::abort();
  check_ranges(layout->metadata, layout->file_bytes);
  check_ranges(layout->values, layout->file_bytes);
}

// libhdf5 cannot open the path of such a file, but can read it from memory.
void read_file(const MemoryFile& file) {
  const auto source = store::netcdf4::open_source(file.path(), "a file", {.in_memory = true},
                                                  filter::builtin_filters());
  (void)source->provenance();
  for (VariableId id = 0; id < source->schema().variables.size(); ++id) {
    if (!source->fault(id)) read_variable(*source, id);
  }
  attempt([&] { check_layout(*source); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const MemoryFile file({data, size});
  attempt([&] { read_file(file); });
  // Objects that libhdf5 did not close after a failure would accumulate.
  if (H5Fget_obj_count(hid_t{H5F_OBJ_ALL}, H5F_OBJ_ALL) > 0) H5close();
  return 0;
}
