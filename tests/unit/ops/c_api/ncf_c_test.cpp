// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Uses the C interface on small files.
#include "ncf/ncf.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "base/json/json.hpp"
#include "ncf/plugins.hpp"
#include "support/files.hpp"
#include "support/json_at.hpp"

namespace {

using ncf::base::Json;
using ncf::test::at;

std::string text_of(std::initializer_list<ncf::base::JsonMember> members) {
  return format_compact_json(ncf::base::json_object(members));
}

Json list_of(const std::string& text) { return Json(std::vector{text}); }

/// The status and answer of a call, whose memory is then freed.
struct Answer {
  ncf_status status = ncf_ok;
  std::string text;

  [[nodiscard]] Json object() const { return ncf::base::parse_json(text); }
};

template <typename Call>
Answer answer_of(const Call& call) {
  char* text = nullptr;
  Answer answer;
  answer.status = call(&text);
  if (text != nullptr) answer.text = text;
  ncf_string_free(text);
  return answer;
}

class NcfC : public testing::Test {
 protected:
  void SetUp() override {
    std::ofstream(path("in.cdl")) << "netcdf in { dimensions: x = 6 ; variables: int v(x) ; "
                                     "data: v = 1, 2, 3, 4, 5, 6 ; }";
    const Answer made = generate("in.cdl", "in.nc");
    ASSERT_EQ(made.status, ncf_ok) << made.text;
  }

  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }

  [[nodiscard]] Answer generate(const std::string& input, const std::string& output) const {
    const std::string request =
        text_of({{"input", path(input)}, {"output", path(output)}, {"format", "nc4"}});
    return answer_of([&](char** answer) { return ncf_generate(request.c_str(), nullptr, answer); });
  }

  [[nodiscard]] std::string copy_request() const {
    return text_of({{"input", path("in.nc")},
                    {"output", path("out.nc")},
                    {"filters", list_of("v,shuffle|deflate,3")},
                    {"verify", true}});
  }

  ncf::test::TemporaryFolder folder_;
};

TEST_F(NcfC, PlansCopiesAndInspects) {
  const Answer plan =
      answer_of([&](char** answer) { return ncf_plan(copy_request().c_str(), nullptr, answer); });
  EXPECT_EQ(plan.status, ncf_ok) << plan.text;
  EXPECT_EQ(at(plan.object(), "variables", 0, "path"), Json("/v"));
  EXPECT_FALSE(std::filesystem::exists(path("out.nc")));

  const Answer copy =
      answer_of([&](char** answer) { return ncf_copy(copy_request().c_str(), nullptr, answer); });
  EXPECT_EQ(copy.status, ncf_ok) << copy.text;
  EXPECT_EQ(at(copy.object(), "verified"), Json(true));

  const std::string request = text_of({{"input", path("out.nc")}});
  const Answer info =
      answer_of([&](char** answer) { return ncf_info(request.c_str(), nullptr, answer); });
  EXPECT_EQ(at(info.object(), "variables", 0, "filters", 1, "id"), Json(1));
}

TEST_F(NcfC, Infers) {
  const std::string request = text_of({{"input", "file://" + path("in.nc")}});
  const Answer answer =
      answer_of([&](char** said) { return ncf_infer(request.c_str(), nullptr, said); });
  EXPECT_EQ(answer.status, ncf_ok) << answer.text;
  EXPECT_EQ(at(answer.object(), "by"), Json("contents"));
  EXPECT_EQ(at(answer.object(), "canonical"), Json("file://" + path("in.nc")));
  EXPECT_TRUE(at(answer.object(), "implementation").is(Json::Kind::text));
  EXPECT_TRUE(at(answer.object(), "format").is(Json::Kind::text));
}

TEST_F(NcfC, DumpsToAHandler) {
  std::string text;
  const ncf_handlers handlers{sizeof handlers, &text, nullptr, nullptr,
                              [](void* context, const char* piece, size_t bytes) {
                                static_cast<std::string*>(context)->append(piece, bytes);
                                return 0;
                              }};
  const std::string request = text_of({{"input", path("in.nc")}});
  const Answer answer =
      answer_of([&](char** said) { return ncf_dump(request.c_str(), &handlers, said); });
  EXPECT_EQ(answer.text, R"({"failures":[],"notes":[]})");
  EXPECT_NE(text.find(" v = 1, 2, 3, 4, 5, 6 ;"), std::string::npos) << text;
}

TEST_F(NcfC, StopsWhenAHandlerAsks) {
  const ncf_handlers handlers{sizeof handlers, nullptr, nullptr,
                              [](void*, uint64_t, uint64_t) { return 1; },
                              [](void*, const char*, size_t) { return 1; }};
  const Answer copy =
      answer_of([&](char** answer) { return ncf_copy(copy_request().c_str(), &handlers, answer); });
  EXPECT_EQ(copy.status, ncf_interrupted) << copy.text;
  EXPECT_FALSE(std::filesystem::exists(path("out.nc")));
  const std::string request = text_of({{"input", path("in.nc")}});
  const Answer dump =
      answer_of([&](char** answer) { return ncf_dump(request.c_str(), &handlers, answer); });
  EXPECT_EQ(dump.status, ncf_interrupted) << dump.text;
}

TEST_F(NcfC, StopsEveryCallThatOpensFiles) {
  ncf_stop* stop = ncf_stop_make();
  ASSERT_NE(stop, nullptr);
  const ncf_handlers handlers{sizeof handlers, nullptr, stop, nullptr,
                              [](void*, const char*, size_t) { return 0; }};
  const std::string copied = copy_request();
  const std::string read = text_of({{"input", path("in.nc")}});
  const std::string made = text_of({{"input", path("in.cdl")}, {"output", path("out.nc")}});
  const auto statuses = [&] {
    std::vector<ncf_status> all;
    const auto add = [&](const auto& function, const std::string& request) {
      all.push_back(answer_of([&](char** answer) {
                      return function(request.c_str(), &handlers, answer);
                    }).status);
    };
    add(ncf_plan, copied);
    add(ncf_copy, copied);
    add(ncf_dump, read);
    add(ncf_info, read);
    add(ncf_generate, made);
    return all;
  };
  EXPECT_EQ(statuses(), std::vector<ncf_status>(5, ncf_ok));
  std::filesystem::remove(path("out.nc"));
  ncf_stop_request(stop);
  EXPECT_EQ(statuses(), std::vector<ncf_status>(5, ncf_interrupted));
  EXPECT_FALSE(std::filesystem::exists(path("out.nc")));
  ncf_stop_free(stop);
  ncf_stop_request(nullptr);
  ncf_stop_free(nullptr);
}

// The last chunk is larger than the values that it holds.
TEST_F(NcfC, ProgressGoesFromZeroToTheEnd) {
  std::vector<std::pair<uint64_t, uint64_t>> told;
  const ncf_handlers handlers{sizeof handlers, &told, nullptr,
                              [](void* context, uint64_t bytes_done, uint64_t bytes) {
                                static_cast<decltype(told)*>(context)->emplace_back(bytes_done,
                                                                                    bytes);
                                return 0;
                              },
                              nullptr};
  for (const bool verify : {false, true}) {
    told.clear();
    const std::string request = text_of({{"input", path("in.nc")},
                                         {"output", path("out.nc")},
                                         {"filters", list_of("v,deflate,3")},
                                         {"chunks", list_of("v:4")},
                                         {"verify", verify}});
    const Answer copy =
        answer_of([&](char** answer) { return ncf_copy(request.c_str(), &handlers, answer); });
    ASSERT_EQ(copy.status, ncf_ok) << copy.text;
    const uint64_t bytes = verify ? 48 : 24;
    EXPECT_EQ(told.front(), std::make_pair(uint64_t{0}, bytes));
    EXPECT_EQ(told.back(), std::make_pair(bytes, bytes));
    EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
  }
}

TEST_F(NcfC, SearchesPluginsOfTheRequestUntilItEnds) {
  std::vector<std::string> searched;
  const ncf_handlers handlers{sizeof handlers, &searched, nullptr, nullptr,
                              [](void* context, const char*, size_t) {
                                static_cast<std::vector<std::string>*>(context)->push_back(
                                    ncf::plugin_folders().front().path);
                                return 0;
                              }};
  const std::string request =
      text_of({{"input", path("in.nc")}, {"plugin_path", list_of(path("plugins"))}});
  const Answer answer =
      answer_of([&](char** said) { return ncf_dump(request.c_str(), &handlers, said); });
  EXPECT_EQ(answer.status, ncf_ok) << answer.text;
  ASSERT_FALSE(searched.empty());
  EXPECT_EQ(searched.front(), path("plugins"));
  EXPECT_NE(ncf::plugin_folders().front().path, path("plugins"));
}

TEST_F(NcfC, TellsWhatIsWrongWithAText) {
  std::ofstream(path("wrong.cdl")) << "netcdf wrong { variables: int v ; data: w = 1 ; }";
  const Answer answer = generate("wrong.cdl", "wrong.nc");
  EXPECT_EQ(answer.status, ncf_syntax_error);
  EXPECT_NE(answer.text.find("wrong.cdl:1:"), std::string::npos) << answer.text;
  EXPECT_FALSE(std::filesystem::exists(path("wrong.nc")));
}

TEST_F(NcfC, ExplainsSpecs) {
  const auto explain = [](const char* request) {
    return answer_of([&](char** answer) { return ncf_explain(request, answer); });
  };
  const Answer zstd = explain(R"({"spec": "zstd,3", "element_size": 8})");
  EXPECT_EQ(at(zstd.object(), "filters", 0, "id"), Json(32015));
  EXPECT_EQ(explain(R"({"spec": "foo"})").status, ncf_syntax_error);
  const Answer unknown = explain(R"({"spec": "400,90"})");
  EXPECT_EQ(at(unknown.object(), "filters", 0, "provided_by"), Json()) << unknown.text;
  const Answer found =
      explain(R"({"spec": "400,90", "plugin_path": [")" NCF_TEST_PLUGINS R"(/pair"]})");
  EXPECT_TRUE(at(found.object(), "filters", 0, "provided_by").is(Json::Kind::text)) << found.text;
}

TEST_F(NcfC, ComparesTunesAndRefers) {
  const Answer copy =
      answer_of([&](char** said) { return ncf_copy(copy_request().c_str(), nullptr, said); });
  ASSERT_EQ(copy.status, ncf_ok) << copy.text;
  const auto call = [&](const auto& function, const std::string& request) {
    const Answer answer =
        answer_of([&](char** said) { return function(request.c_str(), nullptr, said); });
    EXPECT_EQ(answer.status, ncf_ok) << answer.text;
    return answer.object();
  };
  const Json pair = call(
      ncf_compare,
      text_of({{"first", path("in.nc")}, {"second", path("out.nc")}, {"errors", list_of("v,1")}}));
  EXPECT_EQ(at(pair, "equal"), Json(true));
  EXPECT_EQ(at(pair, "variables", 0, "path"), Json("/v"));
  const Json folders = call(ncf_compare, text_of({{"first", path("")}, {"second", path("")}}));
  EXPECT_EQ(at(folders, "within_limits"), Json(true));
  const Json one = call(ncf_tune, text_of({{"input", path("in.nc")}, {"goal", "size"}}));
  EXPECT_EQ(at(one, "goal"), Json("size"));
  const Json archive = call(ncf_tune, text_of({{"inputs", list_of(path(""))}}));
  EXPECT_EQ(at(archive, "files"), Json(2));
  const Json references = call(ncf_references, text_of({{"inputs", list_of(path("out.nc"))}}));
  EXPECT_EQ(at(references, "references", "version"), Json(1));
  const Json written = call(
      ncf_references, text_of({{"inputs", list_of(path("out.nc"))}, {"output", path("out.json")}}));
  EXPECT_EQ(written, ncf::base::parse_json(R"({"notes": []})"));
  EXPECT_TRUE(std::filesystem::exists(path("out.json")));
}

TEST_F(NcfC, CopiesManyFilesAndReadsTheirJournal) {
  std::string lines;
  const ncf_handlers handlers{sizeof handlers, &lines, nullptr,
                              [](void*, uint64_t, uint64_t) { return 0; },
                              [](void* context, const char* piece, size_t bytes) {
                                static_cast<std::string*>(context)->append(piece, bytes);
                                return 0;
                              }};
  const Json options = ncf::base::json_object({{"filters", list_of("v,deflate,1")}});
  const std::string request = text_of({{"inputs", list_of(path("in.nc"))},
                                       {"folder", path("copies")},
                                       {"file_timeout", 60.5},
                                       {"copy", options}});
  const Answer run =
      answer_of([&](char** said) { return ncf_copy_many(request.c_str(), &handlers, said); });
  ASSERT_EQ(run.status, ncf_ok) << run.text;
  EXPECT_EQ(at(run.object(), "files", 0, "outcome"), Json("copied"));
  EXPECT_NE(lines.find(R"("outcome":"copied")"), std::string::npos) << lines;
  std::ofstream(path("run.jsonl")) << lines;
  const std::string journal = text_of({{"journal", path("run.jsonl")}});
  const Answer summary = answer_of([&](char** said) { return ncf_journal(journal.c_str(), said); });
  EXPECT_EQ(at(summary.object(), "copied"), Json(1)) << summary.text;
  const Answer pairs =
      answer_of([&](char** said) { return ncf_compare(journal.c_str(), nullptr, said); });
  EXPECT_EQ(at(pairs.object(), "equal"), Json(true)) << pairs.text;
}

TEST_F(NcfC, ListsAndTestsFilters) {
  const Answer filters = answer_of([](char** said) { return ncf_filters("{}", said); });
  EXPECT_TRUE(filters.object().is(Json::Kind::list)) << filters.text;
  const Answer doctor = answer_of([](char** said) { return ncf_doctor("{}", said); });
  EXPECT_EQ(at(doctor.object(), "libraries", 0, "name"), Json("libhdf5")) << doctor.text;
}

TEST_F(NcfC, FailsWithCodesAndMessages) {
  const auto info = [](const char* request) {
    return answer_of([&](char** answer) { return ncf_info(request, nullptr, answer); });
  };
  EXPECT_EQ(info(R"({"input": "/nowhere.nc"})").status, ncf_not_found);
  EXPECT_EQ(info(R"({"inputs": []})").status, ncf_usage_error);
  EXPECT_EQ(info(R"({"inputs": []})").text, "inputs: unknown member");
  EXPECT_EQ(info("{").status, ncf_syntax_error);
  EXPECT_EQ(info(nullptr).status, ncf_invalid_pointer);
  EXPECT_EQ(ncf_info("{}", nullptr, nullptr), ncf_invalid_pointer);
}

TEST_F(NcfC, SaysWhatIsWrongWithARequest) {
  const auto message = [](const auto& function, const std::string& request) {
    const Answer answer =
        answer_of([&](char** said) { return function(request.c_str(), nullptr, said); });
    EXPECT_EQ(answer.status, ncf_usage_error) << answer.text;
    return answer.text;
  };
  EXPECT_EQ(message(ncf_copy, R"({"input": "in.nc"})"), "output: missing");
  EXPECT_EQ(message(ncf_info, "{}"), "input: missing");
  EXPECT_EQ(message(ncf_copy, R"({"input": "in.nc", "output": "out.nc", "mpi": "openmpi"})"),
            "mpi: only C++ programs may share a copy among processes (ncf/mpi.hpp)");
  EXPECT_EQ(message(ncf_plan, R"({"input": "in.nc", "output": "out.nc", "stop": true})"),
            "stop: not a member of requests; set it in ncf_handlers");
  EXPECT_EQ(message(ncf_copy, R"({"input": "in.nc", "output": "out.nc", "in_place": true})"),
            "output: must be the input, which is replaced in place");
  EXPECT_EQ(message(ncf_dump, R"({"input": "in.nc"})"),
            "handlers: on_text is missing, which gets the text");
  EXPECT_EQ(message(ncf_compare, R"({"first": "in.nc"})"), "second: missing");
  EXPECT_EQ(message(ncf_tune, R"({"goal": "fast"})"),
            "goal: expected one of size, balanced, speed");
  EXPECT_EQ(message(ncf_copy_many, R"({"copy": {"input": "in.nc"}})"),
            "copy: has an input or an output; name files in \"inputs\"");
  EXPECT_EQ(message(ncf_copy_many, R"({"file_timeout": 0})"),
            "--file-timeout: expected a time of more than 0 seconds");
  EXPECT_EQ(message(ncf_copy_many, R"({"jobs": 0})"), "--jobs 0 would copy nothing");
  EXPECT_EQ(message(ncf_copy_many, R"({"stop_after": 0})"),
            "--stop-after 0 would stop before the first failure");
  const Answer spec = answer_of([&](char** said) { return ncf_explain("{}", said); });
  EXPECT_EQ(spec.text, "spec: missing");

  const std::string request = text_of({{"input", path("in.nc")}});
  const ncf_handlers without_size{};
  const Answer dump =
      answer_of([&](char** said) { return ncf_dump(request.c_str(), &without_size, said); });
  EXPECT_EQ(dump.status, ncf_usage_error);
  EXPECT_EQ(dump.text, "handlers: set size to sizeof(ncf_handlers)");
}

TEST_F(NcfC, TheLockOfTheProgramIsHeldDuringCalls) {
  struct Lock {
    int locked = 0;
    int unlocked = 0;
    int status = 0;
  } state;
  const ncf_library_lock lock{&state,
                              [](void* context) {
                                auto& taken = *static_cast<Lock*>(context);
                                taken.locked += taken.status == 0 ? 1 : 0;
                                return taken.status;
                              },
                              [](void* context) { ++static_cast<Lock*>(context)->unlocked; }};
  ASSERT_EQ(ncf_set_library_lock(&lock), ncf_ok);
  const std::string request = copy_request();
  const auto copy = [&] {
    return answer_of([&](char** answer) { return ncf_copy(request.c_str(), nullptr, answer); });
  };
  EXPECT_EQ(copy().status, ncf_ok);
  EXPECT_EQ(state.locked, 1);
  EXPECT_EQ(state.unlocked, 1);
  state.status = 35;
  const Answer refused = copy();
  EXPECT_EQ(refused.status, ncf_usage_error);
  EXPECT_EQ(
      refused.text,
      "the program's lock for libhdf5 and libnetcdf cannot be taken; its function returns 35");
  const ncf_library_lock incomplete{nullptr, lock.lock, nullptr};
  EXPECT_EQ(ncf_set_library_lock(&incomplete), ncf_invalid_pointer);
  EXPECT_EQ(ncf_set_library_lock(nullptr), ncf_ok);
  EXPECT_EQ(copy().status, ncf_ok);
  EXPECT_EQ(state.locked, 1);
}

}  // namespace
