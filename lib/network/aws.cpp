// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "network/aws.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string_view>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/json/json.hpp"
#include "base/text/characters.hpp"
#include "base/threads/machine.hpp"
#include "ncf/error.hpp"

namespace ncf::network {
namespace {

using base::environment_variable;
using Section = std::map<std::string, std::string, std::less<>>;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

/// Returns a section of a file with lines `[section]` and `key = value`; empty if there is none.
/// Lines that are indented below `key =` belong to that key; theirs are returned as "key.nested".
std::optional<Section> read_section(const std::filesystem::path& path, std::string_view name) {
  std::ifstream file(path);
  std::optional<Section> section;
  bool is_inside = false;
  std::string outer;  // the key to which indented lines belong
  std::size_t outer_indent = 0;
  for (std::string line; std::getline(file, line);) {
    const std::string_view text = trimmed(line);
    if (text.starts_with('#') || text.starts_with(';')) continue;
    if (text.starts_with('[')) {
      is_inside = text.ends_with(']') && trimmed(text.substr(1, text.size() - 2)) == name;
      if (is_inside) section.emplace();
      outer.clear();
    } else if (const auto equals = text.find('='); is_inside && equals != text.npos) {
      std::string key(trimmed(text.substr(0, equals)));
      const std::string value(trimmed(text.substr(equals + 1)));
      const std::size_t indent = line.find_first_not_of(" \t");
      const bool is_nested = !outer.empty() && indent > outer_indent;
      if (is_nested) {
        key = outer + '.' + key;
      } else {
        outer = value.empty() ? key : "";
        outer_indent = indent;
      }
      section->insert_or_assign(std::move(key), value);
    }
  }
  return section;
}

std::filesystem::path file_of_user(const char* variable_name, const char* name) {
  const std::string named = environment_variable(variable_name);
  if (!named.empty()) return named;
  return std::filesystem::path(environment_variable("HOME")) / ".aws" / name;
}

std::string name_of(const std::string& profile) {
  if (!profile.empty()) return profile;
  const std::string named = environment_variable("AWS_PROFILE");
  return named.empty() ? "default" : named;
}

std::optional<Section> read_credentials(const std::string& name) {
  return read_section(file_of_user("AWS_SHARED_CREDENTIALS_FILE", "credentials"), name);
}

std::optional<Section> read_config_section(const std::string& name) {
  return read_section(file_of_user("AWS_CONFIG_FILE", "config"), name);
}

std::optional<Section> read_config(const std::string& profile) {
  return read_config_section(profile == "default" ? profile : "profile " + profile);
}

std::string value_in(const std::optional<Section>& section, std::string_view key) {
  if (!section) return "";
  const auto found = section->find(key);
  return found == section->end() ? "" : found->second;
}

/// Returns what a command of the shell prints. throws: Error(io) if it fails.
std::string output_of(const std::string& command) {
  std::FILE* const pipe = ::popen(command.c_str(), "re");
  if (pipe == nullptr) base::throw_system_error(errno);
  std::string printed;
  std::array<char, 4096> part{};
  while (const std::size_t bytes = std::fread(part.data(), 1, part.size(), pipe)) {
    printed.append(part.data(), bytes);
  }
  const int status = ::pclose(pipe);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return printed;
  throw Error(ErrorCode::io, WIFEXITED(status)
                                 ? fmt::format("it fails with status {}", WEXITSTATUS(status))
                                 : std::string("it does not end normally"));
}

/// Sets the credentials that a command prints as JSON. throws: Error.
void read_printed(const std::string& command, Signing& signing) {
  const base::Json json = base::parse_json(output_of(command));
  const auto text = [&](std::string_view name) {
    const base::Json* const found = json.find(name);
    return found != nullptr && found->is(base::Json::Kind::text) ? found->text : std::string();
  };
  signing.key_id = text("AccessKeyId");
  signing.secret = text("SecretAccessKey");
  signing.token = text("SessionToken");
  if (signing.key_id.empty() || signing.secret.empty()) {
    throw Error(ErrorCode::corrupt, "it prints no AccessKeyId and SecretAccessKey");
  }
}

/// Returns the setting by which a profile has credentials that are not read here; empty if none.
std::string_view unread_source(const std::optional<Section>& section) {
  for (const std::string_view key : {"sso_session", "sso_start_url", "web_identity_token_file",
                                     "role_arn", "credential_source"}) {
    if (!value_in(section, key).empty()) return key;
  }
  return "";
}

/// Sets the credentials of a profile that has no keys. throws: Error, also if only other programs
/// find them.
void find_elsewhere(const std::string& name, const std::optional<Section>& credentials,
                    const std::optional<Section>& config, Signing& signing) {
  for (const std::optional<Section>* section : {&credentials, &config}) {
    const std::string command = value_in(*section, "credential_process");
    if (command.empty()) continue;
    return base::with_context("credential_process of profile " + name,
                              [&] { read_printed(command, signing); });
  }
  std::string_view source = unread_source(config);
  if (source.empty()) source = unread_source(credentials);
  if (source.empty()) return;
  throw Error(
      ErrorCode::unsupported,
      fmt::format("profile {0} has its credentials by {1}, which ncf does not support; give "
                  "it credential_process = aws configure export-credentials --profile {0} "
                  "--format process, or add #aws.profile=none for public data",
                  name, source));
}

bool is_true(const std::string& value) { return base::equals_ignoring_case(value, "true"); }

}  // namespace

std::string find_region(const std::string& profile) {
  for (const char* name : {"AWS_REGION", "AWS_DEFAULT_REGION"}) {
    std::string region = environment_variable(name);
    if (!region.empty()) return region;
  }
  return value_in(read_config(name_of(profile)), "region");
}

std::optional<Signing> find_signing(const std::string& profile, const std::string& region) {
  if (profile == "no" || profile == "none") return std::nullopt;
  Signing signing{region, environment_variable("AWS_ACCESS_KEY_ID"),
                  environment_variable("AWS_SECRET_ACCESS_KEY"),
                  environment_variable("AWS_SESSION_TOKEN"), profile};
  if (profile.empty() && !signing.key_id.empty() && !signing.secret.empty()) return signing;
  const std::string name = name_of(profile);
  const auto credentials = read_credentials(name);
  const auto config = read_config(name);
  if (!credentials && !config && name != "default") {
    throw Error(ErrorCode::usage, "there is no profile " + name + " in the files under ~/.aws");
  }
  const auto& section = value_in(credentials, "aws_access_key_id").empty() ? config : credentials;
  signing.key_id = value_in(section, "aws_access_key_id");
  signing.secret = value_in(section, "aws_secret_access_key");
  signing.token = value_in(section, "aws_session_token");
  if (signing.key_id.empty()) find_elsewhere(name, credentials, config, signing);
  if (signing.key_id.empty() || signing.secret.empty()) return std::nullopt;
  return signing;
}

std::string find_endpoint(const std::string& profile) {
  const auto config = read_config(name_of(profile));
  if (is_true(environment_variable("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS")) ||
      is_true(value_in(config, "ignore_configured_endpoint_urls"))) {
    return "";
  }
  for (const char* name : {"AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"}) {
    std::string url = environment_variable(name);
    if (!url.empty()) return url;
  }
  if (const std::string services = value_in(config, "services"); !services.empty()) {
    std::string url = value_in(read_config_section("services " + services), "s3.endpoint_url");
    if (!url.empty()) return url;
  }
  return value_in(config, "endpoint_url");
}

}  // namespace ncf::network
