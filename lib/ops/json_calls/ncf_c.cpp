// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The C interface: a request becomes options, a result JSON, an exception a code and a message.
#include "ncf/ncf.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "base/c_text.hpp"
#include "base/json/json.hpp"
#include "ncf/copy.hpp"
#include "ncf/dump.hpp"
#include "ncf/error.hpp"
#include "ncf/explain.hpp"
#include "ncf/format.hpp"
#include "ncf/generate.hpp"
#include "ncf/info.hpp"
#include "ops/json_calls/options_of_request.hpp"
#include "ops/json_calls/request.hpp"

namespace {

using ncf::base::Json;

ncf_status status_of(ncf::ErrorCode code) noexcept {
  switch (code) {
    case ncf::ErrorCode::usage:
      return ncf_usage_error;
    case ncf::ErrorCode::syntax:
      return ncf_syntax_error;
    case ncf::ErrorCode::not_found:
      return ncf_not_found;
    case ncf::ErrorCode::unsupported:
      return ncf_unsupported;
    case ncf::ErrorCode::corrupt:
      return ncf_corrupt;
    case ncf::ErrorCode::io:
      return ncf_io_error;
    case ncf::ErrorCode::interrupted:
      return ncf_interrupted;
    case ncf::ErrorCode::internal:
      break;
  }
  return ncf_internal_error;
}

/// Answers with the result of `call`, or with the message of its exception.
template <typename Call>
ncf_status answer_with(const char* request, char** answer, const Call& call) noexcept {
  if (answer == nullptr) return ncf_invalid_pointer;
  *answer = nullptr;
  if (request == nullptr) return ncf_invalid_pointer;
  try {
    *answer = ncf::base::c_text(call());
    return *answer == nullptr ? ncf_no_memory : ncf_ok;
  } catch (const ncf::Error& error) {
    *answer = ncf::base::c_text(error.what());
    return status_of(error.code());
  } catch (const std::bad_alloc&) {
    return ncf_no_memory;
  } catch (const std::exception& error) {
    *answer = ncf::base::c_text(error.what());
  } catch (...) {
  }
  return ncf_internal_error;
}

/// The caller's functions as far as the caller's version has them, and what stops the call.
class Handlers {
 public:
  explicit Handlers(const ncf_handlers* handlers) noexcept {
    if (handlers != nullptr) {
      std::memcpy(&handlers_, handlers, std::min(handlers->size, sizeof handlers_));
    }
  }

  [[nodiscard]] const ncf::StopSource* stop() const noexcept { return &stop_; }

  void progress(const ncf::CopyProgress& done) {
    if (handlers_.on_progress == nullptr) return;
    if (handlers_.on_progress(handlers_.context, done.bytes_done, done.bytes) != 0) {
      stop_.request_stop();
    }
  }

  void text(std::string_view text) {
    if (handlers_.on_text == nullptr) return;
    if (handlers_.on_text(handlers_.context, text.data(), text.size()) != 0) {
      throw ncf::Error(ncf::ErrorCode::interrupted, "interrupted");
    }
  }

 private:
  ncf_handlers handlers_{};
  ncf::StopSource stop_;
};

std::string describe(const ncf::DumpReport& report) {
  std::vector<std::string> failures;
  for (const ncf::Error& failure : report.failures) failures.emplace_back(failure.what());
  Json json = ncf::base::json_object();
  json.add("failures", failures).add("notes", report.notes);
  return ncf::base::format_compact_json(json);
}

std::string describe(const ncf::GenerateReport& report, const std::vector<std::string>& messages) {
  Json json = ncf::base::json_object();
  json.add("output", report.output)
      .add("format", ncf::format_name(report.format))
      .add("messages", messages);
  return ncf::base::format_compact_json(json);
}

/// Puts the messages about a text before the error, because they say what is wrong in it.
ncf::Error with_messages(const ncf::Error& error, const std::vector<std::string>& messages) {
  std::string text;
  for (const std::string& message : messages) text += message + "\n";
  return {error.code(), text + error.what()};
}

}  // namespace

ncf_status ncf_copy(const char* request, const ncf_handlers* handlers, char** answer) {
  return answer_with(request, answer, [&] {
    Handlers called(handlers);
    ncf::CopyOptions options = ncf::ops::copy_options_of(request);
    options.stop = called.stop();
    return ncf::format_report_json(
        ncf::copy(options, {}, [&](const ncf::CopyProgress& done) { called.progress(done); }));
  });
}

ncf_status ncf_plan(const char* request, char** answer) {
  return answer_with(request, answer, [&] {
    return ncf::format_plan_json(ncf::plan_copy(ncf::ops::copy_options_of(request)));
  });
}

ncf_status ncf_dump(const char* request, const ncf_handlers* handlers, char** answer) {
  return answer_with(request, answer, [&] {
    Handlers called(handlers);
    return describe(ncf::dump(ncf::ops::dump_options_of(request),
                              [&](std::string_view text) { called.text(text); }));
  });
}

ncf_status ncf_generate(const char* request, char** answer) {
  return answer_with(request, answer, [&] {
    std::vector<std::string> messages;
    try {
      const auto report =
          ncf::generate(ncf::ops::generate_options_of(request),
                        [&](const std::string& message) { messages.push_back(message); });
      return describe(report, messages);
    } catch (const ncf::Error& error) {
      throw with_messages(error, messages);
    }
  });
}

ncf_status ncf_info(const char* request, char** answer) {
  return answer_with(request, answer, [&] {
    std::string input;
    bool follow_external = false;
    ncf::ops::Request members(request);
    members.take("input", input);
    members.take("follow_external", follow_external);
    members.require_all_taken();
    return ncf::format_file_info_json(
        ncf::inspect_file(input, {.follow_external = follow_external}));
  });
}

ncf_status ncf_explain(const char* request, char** answer) {
  return answer_with(request, answer, [&] {
    std::string spec;
    ncf::ExplainOptions options;
    ncf::ops::Request members(request);
    members.take("spec", spec);
    members.take("element_size", options.element_size);
    members.require_all_taken();
    return ncf::format_explanation_json(ncf::explain(spec, options));
  });
}
