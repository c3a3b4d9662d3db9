// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/library_json.hpp"

#include <utility>

namespace ncf::plugin {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::pair<LibraryVerdict, const char*> verdicts[] = {
    {LibraryVerdict::usable, "usable"},
    {LibraryVerdict::ignored, "ignored"},
    {LibraryVerdict::failed, "failed"},
};

Json to_json(const FilterInterface& filter) {
  return {{"id", filter.id},
          {"name", filter.name},
          {"class_version", filter.class_version},
          {"encode", filter.encode},
          {"decode", filter.decode}};
}

FilterInterface filter_from_json(const Json& json) {
  FilterInterface filter;
  filter.id = json.at("id");
  filter.name = json.at("name");
  filter.class_version = json.at("class_version");
  filter.encode = json.at("encode");
  filter.decode = json.at("decode");
  return filter;
}

Json to_json(const CodecInterface& codec) {
  return {{"name", codec.name}, {"filter_id", codec.filter_id}, {"is_default", codec.is_default}};
}

CodecInterface codec_from_json(const Json& json) {
  return {json.at("name"), json.at("filter_id"), json.at("is_default")};
}

Json to_json(const KernelInterface& kernel) { return {{"id", kernel.id}, {"name", kernel.name}}; }

}  // namespace

Json to_json(const PluginLibrary& library) {
  Json json;
  json["path"] = library.path;
  for (const auto& [verdict, name] : verdicts) {
    if (verdict == library.verdict) json["verdict"] = name;
  }
  json["reason"] = library.reason;
  json["filter"] = library.filter ? to_json(*library.filter) : Json();
  json["codecs"] = Json::array();
  for (const CodecInterface& codec : library.codecs) json["codecs"].push_back(to_json(codec));
  json["kernel"] = library.kernel ? to_json(*library.kernel) : Json();
  json["kernel_fault"] = library.kernel_fault;
  return json;
}

PluginLibrary library_from_json(const Json& json) {
  PluginLibrary library;
  library.path = json.at("path");
  for (const auto& [verdict, name] : verdicts) {
    if (json.at("verdict") == name) library.verdict = verdict;
  }
  library.reason = json.at("reason");
  if (!json.at("filter").is_null()) library.filter = filter_from_json(json.at("filter"));
  for (const Json& codec : json.at("codecs")) library.codecs.push_back(codec_from_json(codec));
  if (const Json& kernel = json.at("kernel"); !kernel.is_null()) {
    library.kernel = KernelInterface{kernel.at("id"), kernel.at("name")};
  }
  library.kernel_fault = json.at("kernel_fault");
  return library;
}

}  // namespace ncf::plugin
