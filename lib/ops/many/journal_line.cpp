// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/journal_line.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <charconv>
#include <ctime>

#include "base/json/members.hpp"
#include "ncf/error.hpp"
#include "ncf/version.hpp"

namespace ncf::ops {
namespace {

using base::FileState;
using base::Json;
using base::JsonMembers;
using std::chrono::system_clock;
using Outcome = FileCopy::Outcome;

constexpr Outcome outcomes[] = {Outcome::planned, Outcome::copied,   Outcome::kept,
                                Outcome::skipped, Outcome::left_out, Outcome::failed};

std::string format_time(system_clock::time_point time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(system_clock::to_time_t(time)));
}

Json as_json(const FileState& state) {
  return base::json_object()
      .add("bytes", state.bytes)
      .add("modified", state.modified_nanoseconds)
      .add("changed", state.changed_nanoseconds)
      .add("checksum", fmt::format("{:016x}", state.checksum));
}

/// Adds a member that is left out if it is empty.
void add_text(Json& object, std::string_view name, const std::string& text) {
  if (!text.empty()) object.add(name, text);
}

constexpr const char* not_a_line = "is not a line of a journal";

JsonMembers members_of(const Json& line) { return {line, not_a_line}; }

system_clock::time_point parse_time(const std::string& text) {
  std::tm parts{};
  if (::strptime(text.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts) == nullptr) {
    throw Error(ErrorCode::corrupt, not_a_line);
  }
  return system_clock::from_time_t(::timegm(&parts));
}

Outcome parse_outcome(const std::string& name) {
  for (const Outcome outcome : outcomes) {
    if (outcome_name(outcome) == name) return outcome;
  }
  throw Error(ErrorCode::corrupt, not_a_line);
}

std::optional<FileState> parse_state(const Json& line, std::string_view name) {
  if (line.find(name) == nullptr) return std::nullopt;
  const JsonMembers state = members_of(members_of(line).get(name, Json::Kind::object));
  const std::string& digits = state.text("checksum");
  FileState parsed{state.size("bytes"), state.integer("modified"), state.integer("changed"), 0};
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, parsed.checksum, 16);
  if (error != std::errc{} || stop != end) throw Error(ErrorCode::corrupt, not_a_line);
  return parsed;
}

Json as_json(const ExpectedCopy& expected) {
  return base::json_object()
      .add("known_bytes", expected.known_bytes)
      .add("encoded_raw_bytes", expected.encoded_raw_bytes)
      .add("sample_bytes", expected.sample_bytes)
      .add("encoded_bytes", expected.encoded_bytes)
      .add("cpu_seconds", expected.cpu_seconds);
}

ExpectedCopy parse_expected(const Json& line) {
  if (line.find("expected") == nullptr) return {};
  const JsonMembers members = members_of(members_of(line).get("expected", Json::Kind::object));
  return {members.size("known_bytes"), members.size("encoded_raw_bytes"),
          members.size("sample_bytes"), members.size("encoded_bytes"), members.real("cpu_seconds")};
}

std::vector<std::string> texts_of(const Json& list) {
  std::vector<std::string> texts;
  for (const Json& one : list.elements) texts.push_back(one.text);
  return texts;
}

FileCopy parse_file(const Json& line) {
  const JsonMembers members = members_of(line);
  FileCopy file;
  file.ended = parse_time(members.text("time"));
  file.outcome = parse_outcome(members.text("outcome"));
  file.input = members.text("input");
  file.output = members.text_or_none("output");
  file.copied_again = members.text_or_none("copied_again");
  file.failure = members.text_or_none("failure");
  file.failure_kind = members.text_or_none("failure_kind");
  file.notes = texts_of(members.get("notes", Json::Kind::list));
  if (line.find("absent") != nullptr) {
    file.absent = texts_of(members.get("absent", Json::Kind::list));
  }
  file.input_bytes = members.size("input_bytes");
  file.output_bytes = members.size("output_bytes");
  file.peak_memory_bytes = members.size_or_zero("peak_memory_bytes");
  file.expected = parse_expected(line);
  file.input_sha256 = members.text_or_none("input_sha256");
  file.output_sha256 = members.text_or_none("output_sha256");
  file.seconds = members.real("seconds");
  file.helpers = members.size_or_zero("helpers");
  file.verified = members.boolean("verified");
  if (const Json* const options = line.find("options")) {
    file.options = base::format_compact_json(*options);
  }
  return file;
}

}  // namespace

std::string_view outcome_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::planned:
      return "planned";
    case Outcome::copied:
      return "copied";
    case Outcome::kept:
      return "kept";
    case Outcome::skipped:
      return "skipped";
    case Outcome::left_out:
      return "left out";
    case Outcome::failed:
      return "failed";
  }
  return "";
}

std::string format_run_line(system_clock::time_point begun) {
  Json libraries = base::json_list();
  const std::string text = describe_build();
  for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string::npos;
       begin = end + 1) {
    libraries.elements.push_back(text.substr(begin, end - begin));
  }
  const Json run = base::json_object().add("ncf", version()).add("libraries", std::move(libraries));
  return base::format_compact_json(
             base::json_object().add("time", format_time(begun)).add("run", run)) +
         '\n';
}

std::string format_journal_line(const JournalLine& line) {
  const FileCopy& file = line.file;
  Json object = base::json_object();
  object.add("time", format_time(file.ended));
  object.add("outcome", outcome_name(file.outcome));
  object.add("input", file.input);
  add_text(object, "output", file.output);
  add_text(object, "name", line.name);
  add_text(object, "copied_again", file.copied_again);
  add_text(object, "failure", file.failure);
  add_text(object, "failure_kind", file.failure_kind);
  object.add("input_bytes", file.input_bytes);
  object.add("output_bytes", file.output_bytes);
  if (file.outcome == Outcome::planned) {
    object.add("peak_memory_bytes", file.peak_memory_bytes);
    object.add("expected", as_json(file.expected));
  }
  add_text(object, "input_sha256", file.input_sha256);
  add_text(object, "output_sha256", file.output_sha256);
  object.add("seconds", base::json_digits(fmt::format("{:.3f}", file.seconds)));
  if (file.helpers > 0) object.add("helpers", file.helpers);
  object.add("verified", file.verified);
  object.add("notes", file.notes);
  if (!file.absent.empty()) object.add("absent", file.absent);
  if (!file.options.empty()) object.add("options", base::parse_json(file.options));
  if (line.input_state) object.add("input_state", as_json(*line.input_state));
  if (line.output_state) object.add("output_state", as_json(*line.output_state));
  return base::format_compact_json(object) + '\n';
}

std::optional<JournalLine> parse_journal_line(std::string_view text) {
  try {
    const Json line = base::parse_json(text);
    return JournalLine{parse_file(line), members_of(line).text_or_none("name"),
                       parse_state(line, "input_state"), parse_state(line, "output_state")};
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace ncf::ops
