// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The C interface: a request becomes options, a result JSON, an exception a code and a message.
#include "ncf/ncf.h"

#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json/json.hpp"
#include "base/text/messages.hpp"
#include "base/threads/library_call.hpp"
#include "ncf/compare_many.hpp"
#include "ncf/copy_many.hpp"
#include "ncf/doctor.hpp"
#include "ncf/dump.hpp"
#include "ncf/error.hpp"
#include "ncf/explain.hpp"
#include "ncf/filter_list.hpp"
#include "ncf/generate.hpp"
#include "ncf/info.hpp"
#include "ncf/input_bytes.hpp"
#include "ncf/journal.hpp"
#include "ncf/library_lock.hpp"
#include "ncf/plugins.hpp"
#include "ncf/references.hpp"
#include "ncf/stop.hpp"
#include "ncf/tune_many.hpp"
#include "ops/c_api/c_call.hpp"
#include "ops/c_api/requests.hpp"

struct ncf_stop {
  ncf::StopSource source;
};

struct ncf_input_bytes {
  ncf::InputBytes bytes;
};

namespace {

using ncf::base::JsonReader;
using ncf::ops::options_of;

/// Folders that are searched for plugins during a call. The calls of other threads wait, so that
/// they do not search there.
class PluginPath {
 public:
  explicit PluginPath(const std::vector<std::string>& folders) : scope_(folders) {}

 private:
  ncf::base::LibraryCall call_;
  ncf::PluginPathScope scope_;
};

/// Returns null if the request names no folders.
std::unique_ptr<PluginPath> plugin_path_of(JsonReader& request) {
  std::vector<std::string> folders;
  request("plugin_path", folders);
  return folders.empty() ? nullptr : std::make_unique<PluginPath>(folders);
}

/// Answers with the result of `call`, or with the message of its exception.
template <typename Call>
ncf_status answer_with(const char* text, char** answer, const Call& call) noexcept {
  if (answer == nullptr) return ncf_invalid_pointer;
  return ncf::ops::c_call(answer, [&] {
    const ncf::base::Json json = ncf::ops::parse_request(&ncf::ops::at(text));
    JsonReader request(json, JsonReader::By::user);
    const auto plugin_path = plugin_path_of(request);
    *answer = ncf::base::c_text(call(request));
    if (*answer == nullptr) throw std::bad_alloc();
  });
}

/// The caller's functions that exist in the caller's version.
class Handlers {
 public:
  /// throws: Error(usage) for a size that no version has.
  explicit Handlers(const ncf_handlers* handlers) {
    if (handlers == nullptr) return;
    if (handlers->size < sizeof handlers_) {
      throw ncf::Error(ncf::ErrorCode::usage, "handlers: set size to sizeof(ncf_handlers)");
    }
    std::memcpy(&handlers_, handlers, sizeof handlers_);
  }

  [[nodiscard]] const ncf::StopSource* stop() const noexcept {
    return handlers_.stop == nullptr ? nullptr : &handlers_.stop->source;
  }

  /// Returns a function that passes progress on.
  [[nodiscard]] auto progress() const {
    return [this](const auto& done) {
      if (handlers_.on_progress == nullptr) return;
      require_going_on(handlers_.on_progress(handlers_.context, done.bytes_done, done.bytes));
    };
  }

  /// throws: Error(usage) if there is no function that receives the text.
  void require_text() const {
    if (handlers_.on_text != nullptr) return;
    throw ncf::Error(ncf::ErrorCode::usage, "handlers: on_text is missing, which gets the text");
  }

  void text(std::string_view text) const {
    if (handlers_.on_text == nullptr) return;
    require_going_on(handlers_.on_text(handlers_.context, text.data(), text.size()));
  }

 private:
  static void require_going_on(int status) {
    if (status != 0) throw ncf::Error(ncf::ErrorCode::interrupted, "interrupted");
  }

  ncf_handlers handlers_{};
};

/// Answers with the result of `call` for a request that names an input.
template <typename Call>
ncf_status answer_about_input(const char* request, const ncf_handlers* handlers, char** answer,
                              const Call& call) noexcept {
  return answer_with(request, answer, [&](JsonReader& members) {
    const Handlers called(handlers);
    std::string input;
    members("input", input);
    auto options = options_of<ncf::InspectOptions>(members, {"input"});
    options.stop = called.stop();
    return call(input, options);
  });
}

void require_locked(int status) {
  if (status == 0) return;
  throw ncf::Error(ncf::ErrorCode::usage,
                   "the program's lock for libhdf5 and libnetcdf cannot be taken; its function "
                   "returns " +
                       std::to_string(status));
}

ncf_status set_lock(ncf::LibraryLock lock) noexcept {
  return ncf::ops::c_call(nullptr, [&] { ncf::set_library_lock(std::move(lock)); });
}

std::string describe(const ncf::DumpReport& report) {
  std::vector<std::string> failures;
  for (const ncf::Error& failure : report.failures) failures.emplace_back(failure.what());
  return format_compact_json(ncf::base::json_of("failures", failures, "notes", report.notes));
}

std::string describe(const ncf::GenerateReport& report, const std::vector<std::string>& messages) {
  return format_compact_json(
      ncf::base::json_of("output", report.output, "format", report.format, "messages", messages));
}

/// Puts the messages about a text before the error, because they say what is wrong in it.
ncf::Error with_messages(const ncf::Error& error, const std::vector<std::string>& messages) {
  std::string text;
  for (const std::string& message : messages) text += message + "\n";
  return {error.code(), text + error.what()};
}

}  // namespace

ncf_status ncf_set_library_lock(const ncf_library_lock* lock) {
  if (lock == nullptr) return set_lock({});
  if (lock->lock == nullptr || lock->unlock == nullptr) return ncf_invalid_pointer;
  return set_lock({[held = *lock] { require_locked(held.lock(held.context)); },
                   [held = *lock] { held.unlock(held.context); }});
}

ncf_stop* ncf_stop_make(void) { return new (std::nothrow) ncf_stop; }

void ncf_stop_request(ncf_stop* stop) {
  if (stop != nullptr) stop->source.request_stop();
}

void ncf_stop_free(ncf_stop* stop) { delete stop; }

ncf_status ncf_input_bytes_make(const char* name, uint64_t size, ncf_read_bytes read, void* context,
                                ncf_input_bytes** made, char** message) {
  return ncf::ops::c_call(message, [&] {
    ncf_input_bytes*& bytes = ncf::ops::at(made);
    const ncf_read_bytes function = &ncf::ops::at(read);
    bytes = new ncf_input_bytes{
        {&ncf::ops::at(name), size, [=](uint64_t offset, auto to) {
           const int status = function(context, offset, to.data(), to.size());
           if (status == 0) return;
           throw ncf::Error(ncf::ErrorCode::io,
                            "the program's function returns " + std::to_string(status));
         }}};
  });
}

void ncf_input_bytes_free(ncf_input_bytes* bytes) { delete bytes; }

ncf_status ncf_copy(const char* request, const ncf_handlers* handlers, char** answer) {
  return answer_with(request, answer, [&](JsonReader& members) {
    const Handlers called(handlers);
    auto options = options_of<ncf::CopyOptions>(members, {"input", "output"});
    options.stop = called.stop();
    return ncf::format_report_json(ncf::copy(options, {}, called.progress()));
  });
}

ncf_status ncf_plan(const char* request, const ncf_handlers* handlers, char** answer) {
  return answer_with(request, answer, [&](JsonReader& members) {
    const Handlers called(handlers);
    auto options = options_of<ncf::CopyOptions>(members, {"input", "output"});
    options.stop = called.stop();
    return ncf::format_plan_json(ncf::plan_copy(options));
  });
}

ncf_status ncf_copy_many(const char* request, const ncf_handlers* handlers, char** answer) {
  return answer_with(request, answer, [&](JsonReader& members) {
    const Handlers called(handlers);
    auto options = options_of<ncf::CopyManyOptions>(members);
    if (!options.copy.input.empty() || !options.copy.output.empty()) {
      throw ncf::Error(ncf::ErrorCode::usage,
                       "copy: has an input or an output; name files in \"inputs\"");
    }
    options.copy.stop = called.stop();
    ncf::CopyManyHandlers on;
    on.on_progress = called.progress();
    on.on_line = [&](const std::string& line) { called.text(line); };
    return ncf::format_report_json(ncf::copy_many(options, on));
  });
}

ncf_status ncf_journal(const char* request, char** answer) {
  return answer_with(request, answer, [&](JsonReader& members) {
    std::string journal;
    members("journal", journal);
    members.require_all_known();
    members.require_text("journal");
    return ncf::format_summary_json(ncf::read_journal(journal));
  });
}

ncf_status ncf_compare(const char* request, const ncf_handlers* handlers, char** answer) {
  return answer_with(request, answer, [&](JsonReader& members) {
    const Handlers called(handlers);
    std::string journal;
    members("journal", journal);
    auto options = options_of<ncf::CompareOptions>(members);
    options.stop = called.stop();
    if (!journal.empty()) {
      return format_comparison_json(compare_journal(journal, options, called.progress()));
    }
    for (const char* const name : {"first", "second"}) members.require_text(name);
    if (ncf::is_folder_of_files(options.first) || ncf::is_folder_of_files(options.second)) {
      return format_comparison_json(compare_many(options, called.progress()));
    }
    return format_comparison_json(compare(options, called.progress()));
  });
}

ncf_status ncf_tune(const char* request, const ncf_handlers* handlers, char** answer) {
  return answer_with(request, answer, [&](JsonReader& members) {
    const Handlers called(handlers);
    ncf::TuneManyOptions many;
    members("inputs", many.inputs, "max_tuned_files", many.max_tuned_files);
    many.tune = options_of<ncf::TuneOptions>(members);
    many.tune.stop = called.stop();
    if (!many.inputs.empty()) return format_tuning_json(tune_many(many, called.progress()));
    members.require_text("input");
    return format_tuning_json(tune(many.tune, called.progress()));
  });
}

ncf_status ncf_references(const char* request, const ncf_handlers* handlers, char** answer) {
  return answer_with(request, answer, [&](JsonReader& members) {
    const Handlers called(handlers);
    auto options = options_of<ncf::ReferenceOptions>(members);
    options.stop = called.stop();
    std::vector<std::string> notes;
    const auto on_note = [&](const std::string& note) { notes.push_back(note); };
    std::string references;
    if (options.output.empty()) {
      references = ",\"references\":" + ncf::format_references(options, on_note);
    } else {
      ncf::make_references(options, on_note);
    }
    std::string json = format_compact_json(ncf::base::json_of("notes", notes));
    return json.insert(json.size() - 1, references);
  });
}

ncf_status ncf_filters(const char* request, char** answer) {
  return answer_with(request, answer, [&](JsonReader& members) {
    members.require_all_known();
    return ncf::format_filters_json(ncf::list_filters());
  });
}

ncf_status ncf_doctor(const char* request, char** answer) {
  return answer_with(request, answer, [&](JsonReader& members) {
    members.require_all_known();
    return ncf::format_doctor_json(ncf::examine_filters());
  });
}

ncf_status ncf_dump(const char* request, const ncf_handlers* handlers, char** answer) {
  return answer_with(request, answer, [&](JsonReader& members) {
    const Handlers called(handlers);
    called.require_text();
    auto options = options_of<ncf::DumpOptions>(members, {"input"});
    options.stop = called.stop();
    return describe(ncf::dump(options, [&](std::string_view text) { called.text(text); }));
  });
}

ncf_status ncf_generate(const char* request, const ncf_handlers* handlers, char** answer) {
  return answer_with(request, answer, [&](JsonReader& members) {
    const Handlers called(handlers);
    auto options = options_of<ncf::GenerateOptions>(members);
    options.stop = called.stop();
    std::vector<std::string> messages;
    try {
      const auto report =
          ncf::generate(options, [&](const std::string& message) { messages.push_back(message); });
      return describe(report, messages);
    } catch (const ncf::Error& error) {
      throw with_messages(error, messages);
    }
  });
}

ncf_status ncf_info(const char* request, const ncf_handlers* handlers, char** answer) {
  return answer_about_input(request, handlers, answer,
                            [](const std::string& input, const ncf::InspectOptions& options) {
                              return ncf::format_file_info_json(ncf::inspect_file(input, options));
                            });
}

ncf_status ncf_infer(const char* request, const ncf_handlers* handlers, char** answer) {
  return answer_about_input(request, handlers, answer,
                            [](const std::string& input, const ncf::InspectOptions& options) {
                              return ncf::format_inference_json(ncf::infer(input, options));
                            });
}

ncf_status ncf_explain(const char* request, char** answer) {
  return answer_with(request, answer, [&](JsonReader& members) {
    std::string spec;
    members("spec", spec);
    const auto options = options_of<ncf::ExplainOptions>(members, {"spec"});
    return ncf::format_explanation_json(ncf::explain(spec, options));
  });
}
