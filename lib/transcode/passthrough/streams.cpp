// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/passthrough/streams.hpp"

#include <algorithm>
#include <array>

#include "base/memory/bytes.hpp"
#include "filter/registry/known_ids.hpp"
#include "model/grid/chunk_grid.hpp"

namespace ncf::transcode {
namespace {

using base::little_endian_at;
using model::StoredForm;

/// The longest header of a frame of Zstandard.
constexpr std::size_t max_frame_header_bytes = 18;

bool has_filter(const StoredForm& form, std::uint32_t id) {
  return std::ranges::any_of(form.filters,
                             [&](const StoredFilter& filter) { return filter.id == id; });
}

/// Returns whether the first compressed byte of a chunk is its first stored one, and its content is
/// as long as the values: only shuffle comes before zstd, and only a checksum at the end after it.
bool begins_with_whole_frame(const StoredForm& form) {
  const auto zstd = std::ranges::find(form.filters, filter::zstd_id, &StoredFilter::id);
  return std::all_of(form.filters.begin(), zstd,
                     [](const StoredFilter& one) { return one.id == filter::shuffle_id; }) &&
         std::all_of(zstd + 1, form.filters.end(),
                     [](const StoredFilter& one) { return one.id == filter::fletcher32_id; });
}

/// Returns whether the first frame of each chunk holds all of its values.
bool has_whole_frames(model::Source& input, model::VariableId id, const StoredForm& form) {
  const model::ChunkGrid grid(form.extent, form.chunk_shape);
  const std::uint64_t chunk_bytes = grid.chunk_values() * form.element_bytes;
  bool are_whole = true;
  input.visit_chunks(id, grid, [&](std::size_t chunk, const model::StoredPlace& place) {
    std::array<std::byte, max_frame_header_bytes> memory{};
    const auto header =
        std::span(memory).first(std::min<std::uint64_t>(place.bytes, memory.size()));
    input.read_found(id, grid.offset(chunk), place, header);
    are_whole = find_content_size(header) == chunk_bytes;
    return are_whole;
  });
  return are_whole;
}

bool has_whole_streams(model::Source& input, model::VariableId id) {
  const StoredForm form = input.stored_form(id);
  if (!form.has_any_streams || !form.codecs.empty()) return true;
  if (has_filter(form, filter::bzip2_id)) return false;
  if (!has_filter(form, filter::zstd_id)) return true;
  return begins_with_whole_frame(form) && input.ahead_bytes() == 0 &&
         has_whole_frames(input, id, form);
}

}  // namespace

std::optional<std::uint64_t> find_content_size(std::span<const std::byte> data) {
  constexpr std::uint64_t magic = 0xFD2FB528;
  if (data.size() < 5 || little_endian_at(data, 0, 4) != magic) return std::nullopt;
  const auto descriptor = std::to_integer<unsigned>(data[4]);
  const unsigned size_flag = descriptor >> 6U;
  const bool is_single_segment = (descriptor & 0x20U) != 0;
  const bool has_dictionary = (descriptor & 0x03U) != 0;
  if (has_dictionary || (size_flag == 0 && !is_single_segment)) return std::nullopt;
  const std::size_t begin = is_single_segment ? 5 : 6;
  const std::size_t bytes = std::size_t{1} << size_flag;
  if (data.size() < begin + bytes) return std::nullopt;
  const std::uint64_t number = little_endian_at(data, begin, bytes);
  return bytes == 2 ? number + 256 : number;
}

std::optional<std::string> why_not_decoded_in(Format format, model::Source& input,
                                              model::VariableId id) {
  const bool has_hdf5_filters = is_netcdf4(format) || format == Format::nczarr;
  if (!has_hdf5_filters || has_whole_streams(input, id)) return std::nullopt;
  return "HDF5's filters may read only a part of its chunks";
}

}  // namespace ncf::transcode
