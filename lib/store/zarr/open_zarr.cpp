// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/open_zarr.hpp"

#include <string>
#include <utility>

#include "ncf/error.hpp"
#include "store/zarr/zarr_chunk_store.hpp"
#include "store/zarr/zarr_dataset.hpp"

namespace ncf::store::zarr {
namespace {

using model::Schema;
using model::VariableId;

OpenStore read_store(KeyStore& keys, XarrayNames names, filter::FilterSource& filters) {
  Tree tree = read_tree(keys);
  if (names == XarrayNames::ignored) {
    for (Node& node : tree.nodes) {
      std::erase_if(node.attributes.members, [](const JsonMember& attribute) {
        return attribute.name == "_ARRAY_DIMENSIONS";
      });
    }
  }
  return read_schema(tree, filters);
}

/// The store at `path`, its variables in the order of `schema`.
std::unique_ptr<ZarrStore> open_as(const std::filesystem::path& path, XarrayNames names,
                                   const Schema& schema, filter::FilterSource& filters) {
  auto keys = open_folder(path.string());
  OpenStore found = read_store(*keys, names, filters);
  order_variables_as_in(schema, found.schema, found.arrays);
  return std::make_unique<ZarrStore>(std::move(keys), std::move(found), filters, Tuning{});
}

/// What values made longer than planned: dimensions and texts.
void take_written(KeyStore& keys, OpenStore& planned) {
  for (VariableId id = 0; id < planned.arrays.size(); ++id) {
    ArrayMetadata& array = planned.arrays[id].metadata;
    const bool is_v3 = array.format == filter::ZarrFormat::v3;
    const auto json =
        read_json(keys, join_key(planned.arrays[id].path, is_v3 ? "zarr.json" : ".zarray"));
    if (!json) throw Error(ErrorCode::io, "metadata just written are gone");
    ArrayMetadata written = is_v3 ? parse_array_v3(*json) : parse_array_v2(*json, Writer::any);
    array.shape = std::move(written.shape);
    array.element = written.element;
    const model::Variable& variable = planned.schema.variables[id];
    for (std::size_t d = 0; d < variable.dimensions.size(); ++d) {
      planned.schema.dimensions[variable.dimensions[d]].length = array.shape[d];
    }
  }
}

std::unique_ptr<ZarrStore> rehearse(const Schema& schema, filter::FilterSource& filters) {
  return std::make_unique<ZarrStore>(make_memory_store(), plan_store(schema, filters), filters,
                                     Tuning{});
}

}  // namespace

std::unique_ptr<model::Dataset> open_dataset(const std::filesystem::path& path, XarrayNames names,
                                             filter::FilterSource& filters, const Tuning& tuning) {
  auto keys = open_folder(path.string());
  OpenStore open = read_store(*keys, names, filters);
  return std::make_unique<ZarrDataset>(
      std::make_unique<ZarrStore>(std::move(keys), std::move(open), filters, tuning), Use::read);
}

std::unique_ptr<model::ChunkStore> open_chunks(const std::filesystem::path& path, XarrayNames names,
                                               const Schema& schema, const std::string& name,
                                               filter::FilterSource& filters) {
  return std::make_unique<ZarrChunkStore>(open_as(path, names, schema, filters), Use::read, name);
}

std::unique_ptr<model::Dataset> create_dataset(const std::filesystem::path& path,
                                               const Schema& schema, filter::FilterSource& filters,
                                               const Tuning& tuning) {
  OpenStore planned = plan_store(schema, filters);
  auto keys = make_folder(path.string());
  return std::make_unique<ZarrDataset>(
      std::make_unique<ZarrStore>(std::move(keys), std::move(planned), filters, tuning),
      Use::write);
}

std::unique_ptr<model::ChunkStore> edit_chunks(const std::filesystem::path& path,
                                               const Schema& schema, const std::string& name,
                                               filter::FilterSource& filters) {
  OpenStore planned = plan_store(schema, filters);
  auto keys = open_folder(path.string());
  take_written(*keys, planned);
  return std::make_unique<ZarrChunkStore>(
      std::make_unique<ZarrStore>(std::move(keys), std::move(planned), filters, Tuning{}),
      Use::write, name);
}

std::unique_ptr<model::Dataset> rehearse_dataset(const Schema& schema,
                                                 filter::FilterSource& filters) {
  return std::make_unique<ZarrDataset>(rehearse(schema, filters), Use::read);
}

std::unique_ptr<model::ChunkStore> rehearse_chunks(const Schema& schema,
                                                   filter::FilterSource& filters) {
  return std::make_unique<ZarrChunkStore>(rehearse(schema, filters), Use::read, "in memory");
}

void consolidate(const std::filesystem::path& path) {
  const auto keys = open_folder(path.string());
  write_consolidated(*keys);
}

}  // namespace ncf::store::zarr
