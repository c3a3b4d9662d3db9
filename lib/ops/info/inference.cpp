// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/info/inference.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text/messages.hpp"

namespace ncf::ops {
namespace {

using location::Evidence;

const char* name_of(Evidence by) {
  if (by == Evidence::contents) return "contents";
  return by == Evidence::url ? "url" : "fallback";
}

std::string reason_of(const location::Inference& inferred) {
  switch (inferred.by) {
    case Evidence::contents:
      return inferred.implementation == location::Implementation::zarr ? "by the keys of its store"
                                                                       : "by its first bytes";
    case Evidence::url:
      return fmt::format("by mode={} of its URL", fmt::join(inferred.modes, ","));
    case Evidence::fallback:
      break;
  }
  return "because neither its URL nor its contents say more";
}

}  // namespace

Inference describe(const location::Inference& inferred) {
  return {.implementation = std::string(implementation_name(inferred.implementation)),
          .format = {},
          .by = name_of(inferred.by),
          .why = reason_of(inferred),
          .canonical = base::without_secrets(inferred.canonical),
          .notes = inferred.notes};
}

std::string inference_line(const FileInfo& info) {
  const Inference& inference = info.inference;
  std::string line = fmt::format("{}, {}", inference.implementation, inference.why);
  if (inference.canonical != info.input) line += "; to netCDF it is " + inference.canonical;
  return line;
}

}  // namespace ncf::ops
