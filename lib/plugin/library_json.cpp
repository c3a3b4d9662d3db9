// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/library_json.hpp"

#include <utility>

#include "base/json/members.hpp"

namespace ncf::plugin {
namespace {

using base::Json;
using base::json_list;
using base::json_object;
using base::JsonMembers;

constexpr std::pair<LibraryVerdict, const char*> verdicts[] = {
    {LibraryVerdict::usable, "usable"},
    {LibraryVerdict::ignored, "ignored"},
    {LibraryVerdict::failed, "failed"},
};

std::string_view name_of(LibraryVerdict wanted) {
  for (const auto& [verdict, name] : verdicts) {
    if (verdict == wanted) return name;
  }
  return "";
}

JsonMembers members_of(const Json& object) { return {object, "invalid description of a library"}; }

Json filter_json(const FilterInterface& filter) {
  return json_object({{"id", filter.id},
                      {"name", filter.name},
                      {"class_version", filter.class_version},
                      {"encode", filter.encode},
                      {"decode", filter.decode}});
}

FilterInterface filter_from_json(const Json& json) {
  const JsonMembers members = members_of(json);
  return {members.id("id"), members.text("name"),
          static_cast<int>(members.integer("class_version")), members.boolean("encode"),
          members.boolean("decode")};
}

Json codec_json(const CodecInterface& codec) {
  return json_object(
      {{"name", codec.name}, {"filter_id", codec.filter_id}, {"is_default", codec.is_default}});
}

CodecInterface codec_from_json(const Json& json) {
  const JsonMembers members = members_of(json);
  return {members.text("name"), members.id("filter_id"), members.boolean("is_default")};
}

Json kernel_json(const KernelInterface& kernel) {
  return json_object({{"id", kernel.id}, {"name", kernel.name}});
}

KernelInterface kernel_from_json(const Json& json) {
  const JsonMembers members = members_of(json);
  return {members.id("id"), members.text("name")};
}

}  // namespace

Json library_json(const PluginLibrary& library) {
  return json_object({{"path", library.path},
                      {"verdict", name_of(library.verdict)},
                      {"reason", library.reason},
                      {"filter", library.filter ? filter_json(*library.filter) : Json()},
                      {"codecs", json_list(library.codecs, codec_json)},
                      {"kernel", library.kernel ? kernel_json(*library.kernel) : Json()},
                      {"faults", library.faults}});
}

PluginLibrary library_from_json(const Json& json) {
  const JsonMembers members = members_of(json);
  PluginLibrary library;
  library.path = members.text("path");
  for (const auto& [verdict, name] : verdicts) {
    if (members.text("verdict") == name) library.verdict = verdict;
  }
  library.reason = members.text("reason");
  if (const Json* const filter = members.find("filter")) library.filter = filter_from_json(*filter);
  for (const Json& codec : members.get("codecs", Json::Kind::list).elements) {
    library.codecs.push_back(codec_from_json(codec));
  }
  if (const Json* const kernel = members.find("kernel")) library.kernel = kernel_from_json(*kernel);
  for (const Json& fault : members.get("faults", Json::Kind::list).elements) {
    library.faults.push_back(fault.text);
  }
  return library;
}

}  // namespace ncf::plugin
