// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/open_zarr.hpp"

#include <utility>

#include "store/zarr/metadata/nczarr.hpp"
#include "store/zarr/zarr_source.hpp"
#include "store/zarr/zarr_target.hpp"

namespace ncf::store::zarr {
namespace {

using base::JsonMember;

OpenStore read_store(KeyStore& keys, XarrayNames names, filter::FilterSource& filters) {
  Tree tree = read_tree(keys);
  if (names == XarrayNames::ignored) {
    for (Node& node : tree.nodes) {
      std::erase_if(node.attributes.members, [](const JsonMember& attribute) {
        return attribute.name == xarray_dimensions;
      });
    }
  }
  return read_schema(tree, filters);
}

}  // namespace

std::unique_ptr<model::Source> open_source(std::shared_ptr<KeyStore> keys, std::string name,
                                           XarrayNames names, const Tuning& tuning,
                                           filter::FilterSource& filters) {
  OpenStore open = read_store(*keys, names, filters);
  return std::make_unique<ZarrSource>(
      std::move(name),
      std::make_unique<ZarrStore>(std::move(keys), std::move(open), filters, tuning));
}

std::unique_ptr<model::Target> create_target(std::shared_ptr<KeyStore> keys, std::string name,
                                             const model::Schema& schema, const Tuning& tuning,
                                             filter::FilterSource& filters) {
  OpenStore planned = plan_store(schema, filters);
  planned.is_consolidated = tuning.is_consolidated || schema.format != Format::nczarr;
  return std::make_unique<ZarrTarget>(
      std::move(name),
      std::make_unique<ZarrStore>(std::move(keys), std::move(planned), filters, tuning));
}

}  // namespace ncf::store::zarr
