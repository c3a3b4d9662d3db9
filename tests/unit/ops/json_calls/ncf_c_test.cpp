// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The C interface on small files.
#include "ncf/ncf.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "support/files.hpp"

namespace {

using nlohmann::json;

/// Status and answer of a call, whose memory is freed.
struct Answer {
  ncf_status status = ncf_ok;
  std::string text;

  [[nodiscard]] json object() const { return json::parse(text); }
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
    const json request{{"input", path(input)}, {"output", path(output)}, {"format", "nc4"}};
    return answer_of([&](char** answer) { return ncf_generate(request.dump().c_str(), answer); });
  }

  [[nodiscard]] std::string copy_request() const {
    return json{{"input", path("in.nc")},
                {"output", path("out.nc")},
                {"filters", {"v,shuffle|deflate,3"}},
                {"verify", true}}
        .dump();
  }

  ncf::test::TemporaryFolder folder_;
};

TEST_F(NcfC, PlansCopiesAndInspects) {
  const Answer plan =
      answer_of([&](char** answer) { return ncf_plan(copy_request().c_str(), answer); });
  EXPECT_EQ(plan.status, ncf_ok) << plan.text;
  EXPECT_EQ(plan.object()["variables"][0]["path"], "/v");
  EXPECT_FALSE(std::filesystem::exists(path("out.nc")));

  const Answer copy =
      answer_of([&](char** answer) { return ncf_copy(copy_request().c_str(), nullptr, answer); });
  EXPECT_EQ(copy.status, ncf_ok) << copy.text;
  EXPECT_TRUE(copy.object()["verified"]);

  const std::string request = json{{"input", path("out.nc")}}.dump();
  const Answer info = answer_of([&](char** answer) { return ncf_info(request.c_str(), answer); });
  EXPECT_EQ(info.object()["variables"][0]["filters"][1]["id"], 1);
}

TEST_F(NcfC, DumpsToAHandler) {
  std::string text;
  const ncf_handlers handlers{sizeof handlers, &text, nullptr,
                              [](void* context, const char* piece, size_t bytes) {
                                static_cast<std::string*>(context)->append(piece, bytes);
                                return 0;
                              }};
  const std::string request = json{{"input", path("in.nc")}}.dump();
  const Answer answer =
      answer_of([&](char** said) { return ncf_dump(request.c_str(), &handlers, said); });
  EXPECT_EQ(answer.text, R"({"failures":[],"notes":[]})");
  EXPECT_NE(text.find(" v = 1, 2, 3, 4, 5, 6 ;"), std::string::npos) << text;
}

TEST_F(NcfC, StopsWhenAHandlerAsks) {
  ncf_handlers handlers{sizeof handlers, nullptr, [](void*, uint64_t, uint64_t) { return 1; },
                        [](void*, const char*, size_t) { return 1; }};
  const Answer copy =
      answer_of([&](char** answer) { return ncf_copy(copy_request().c_str(), &handlers, answer); });
  EXPECT_EQ(copy.status, ncf_interrupted) << copy.text;
  EXPECT_FALSE(std::filesystem::exists(path("out.nc")));
  const std::string request = json{{"input", path("in.nc")}}.dump();
  const Answer dump =
      answer_of([&](char** answer) { return ncf_dump(request.c_str(), &handlers, answer); });
  EXPECT_EQ(dump.status, ncf_interrupted) << dump.text;

  // Of a program that was compiled before there were these handlers.
  handlers.size = offsetof(ncf_handlers, on_progress);
  const Answer older =
      answer_of([&](char** answer) { return ncf_copy(copy_request().c_str(), &handlers, answer); });
  EXPECT_EQ(older.status, ncf_ok) << older.text;
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
  EXPECT_EQ(zstd.object()["filters"][0]["id"], 32015);
  EXPECT_EQ(explain(R"({"spec": "foo"})").status, ncf_syntax_error);
}

TEST_F(NcfC, FailsWithCodesAndMessages) {
  const auto info = [](const char* request) {
    return answer_of([&](char** answer) { return ncf_info(request, answer); });
  };
  EXPECT_EQ(info(R"({"input": "/nowhere.nc"})").status, ncf_not_found);
  EXPECT_EQ(info(R"({"inputs": []})").status, ncf_usage_error);
  EXPECT_EQ(info(R"({"inputs": []})").text, "inputs: unknown member");
  EXPECT_EQ(info("{").status, ncf_syntax_error);
  EXPECT_EQ(info(nullptr).status, ncf_invalid_pointer);
  EXPECT_EQ(ncf_info("{}", nullptr), ncf_invalid_pointer);
}

}  // namespace
