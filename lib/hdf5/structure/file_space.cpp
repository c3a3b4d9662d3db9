// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/structure/file_space.hpp"

#include <algorithm>

#include "hdf5/library/calls.hpp"
#include "hdf5/recording/recording.hpp"
#include "hdf5/structure/chunk_index.hpp"

namespace ncf::hdf5 {
namespace {

using model::FileLayout;
using model::FileRange;
using model::SpaceStrategy;

SpaceStrategy strategy_of(H5F_fspace_strategy_t strategy) {
  switch (strategy) {
    case H5F_FSPACE_STRATEGY_PAGE:
      return SpaceStrategy::pages;
    case H5F_FSPACE_STRATEGY_AGGR:
      return SpaceStrategy::aggregators;
    case H5F_FSPACE_STRATEGY_NONE:
      return SpaceStrategy::none;
    default:
      return SpaceStrategy::free_space_managers;
  }
}

void add_metadata(FileLayout& layout, const std::vector<FileRange>& ranges) {
  for (const FileRange& range : ranges) {
    layout.last_metadata = std::max(layout.last_metadata, range.begin);
  }
  layout.metadata.insert(layout.metadata.end(), ranges.begin(), ranges.end());
}

/// Adds values, unless a damaged index says that they are beyond the end of the file.
void add_values(FileLayout& layout, const FileRange& range, std::size_t variable) {
  if (range.bytes == 0 || range.begin >= layout.file_bytes ||
      range.bytes > layout.file_bytes - range.begin) {
    return;
  }
  layout.first_value = std::min(layout.first_value.value_or(range.begin), range.begin);
  std::vector<model::RangeOfValues>& values = layout.values;
  if (!values.empty() && values.back().variable == variable && values.back().end() == range.begin) {
    values.back().bytes += range.bytes;
  } else {
    values.push_back({range, variable});
  }
}

}  // namespace

FileLayout begin_layout(hid_t file, std::vector<FileRange> metadata) {
  const Handle properties(call(H5Fget_create_plist, file), &H5Pclose);
  H5F_fspace_strategy_t strategy{};
  hbool_t persists = false;
  hsize_t threshold = 0;
  hsize_t page_bytes = 0;
  call(H5Pget_file_space_strategy, properties.id(), &strategy, &persists, &threshold);
  call(H5Pget_file_space_page_size, properties.id(), &page_bytes);
  FileLayout layout;
  layout.file_bytes = recording_of(file).end_of_file;
  layout.strategy = strategy_of(strategy);
  if (layout.is_paged()) layout.page_bytes = page_bytes;
  if (persists) layout.free_bytes = static_cast<std::uint64_t>(call(H5Fget_freespace, file));
  // To find the superblock, libhdf5 looks into a user block, too.
  hsize_t user_block = 0;
  call(H5Pget_userblock, properties.id(), &user_block);
  std::erase_if(metadata, [&](const FileRange& range) { return range.begin < user_block; });
  add_metadata(layout, metadata);
  return layout;
}

void add_to_layout(hid_t dataset, const model::StoredForm& form, std::size_t variable,
                   FileLayout& file) {
  if (form.layout == model::Layout::contiguous) {
    const haddr_t begin = H5Dget_offset(dataset);
    if (begin != HADDR_UNDEF) add_values(file, {begin, storage_bytes(dataset)}, variable);
  } else if (form.layout == model::Layout::chunked) {
    add_metadata(file,
                 visit_stored_chunks(dataset, form, [&](auto /*offset*/, const FileRange& place) {
                   add_values(file, place, variable);
                 }));
  }
}

}  // namespace ncf::hdf5
