// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/open/store_kinds.hpp"

#include <algorithm>
#include <utility>

#include "base/files/paths.hpp"
#include "store/zarr/references.hpp"
#include "store/zarr/storage/zip_store.hpp"

namespace ncf::store {
namespace {

using base::ByteSource;
using Kind = location::Contents::Kind;
using Names = std::optional<std::vector<std::string>>;

Names find_folder(Input& input, std::unique_ptr<ByteSource> /*bytes*/) {
  input.open_keys = [](const Input& folder, const Tuning&) {
    return zarr::open_folder(folder.path->string());
  };
  return base::names_in(*input.path);
}

std::unique_ptr<zarr::KeyStore> make_folder(const std::filesystem::path& path,
                                            const std::string& /*folder*/) {
  return zarr::make_folder(path.string());
}

Names find_zip(Input& input, std::unique_ptr<ByteSource> bytes) {
  zarr::ZippedStore zip =
      zarr::find_store(bytes ? std::move(bytes) : base::open_bytes(*input.path));
  std::vector<std::string> names = zip.names();
  input.open_keys = [zip = std::move(zip)](const Input&, const Tuning&) {
    return zarr::open_zip(zip);
  };
  return names;
}

/// References name files relative to their own folder, so they are not read without one.
Names find_references(Input& input, std::unique_ptr<ByteSource> bytes) {
  if (!bytes) input.references = zarr::read_references(*input.path);
  if (!input.references) return std::nullopt;
  input.open_keys = [](const Input& found, const Tuning& tuning) {
    return zarr::open_references(found.references, tuning.follow_external, found.network);
  };
  return input.references->names();
}

constexpr StoreKind kinds[] = {
    {Kind::folder, "file", ".zarr", &find_folder, &make_folder},
    {Kind::zip, "zip", ".zip", &find_zip, &zarr::make_zip},
    {Kind::json, "", "", &find_references},
};

}  // namespace

std::span<const StoreKind> store_kinds() noexcept { return kinds; }

const StoreKind* find_store_kind(Kind contents) noexcept {
  const auto* const found = std::ranges::find(kinds, contents, &StoreKind::contents);
  return found == std::end(kinds) ? nullptr : found;
}

location::Contents look_inside(const location::Contents& contents, Input& input,
                               std::unique_ptr<ByteSource> bytes) {
  input.kind = contents.kind;
  const StoreKind* const kind = find_store_kind(contents.kind);
  const Names names = kind == nullptr ? std::nullopt : kind->find(input, std::move(bytes));
  return names ? location::store_contents(contents.kind, *names) : contents;
}

}  // namespace ncf::store
