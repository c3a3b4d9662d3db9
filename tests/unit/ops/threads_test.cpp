// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls of the library on several threads, in a program of its own, which ThreadSanitizer examines
// quickly.
#include <gtest/gtest.h>
#include <hdf5.h>

#include <fstream>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "ncf/compare.hpp"
#include "ncf/copy.hpp"
#include "ncf/dataset.hpp"
#include "ncf/dump.hpp"
#include "ncf/explain.hpp"
#include "ncf/generate.hpp"
#include "ncf/info.hpp"
#include "ncf/library_lock.hpp"
#include "support/files.hpp"

namespace ncf {
namespace {

constexpr int rounds = 5;

class Threads : public testing::Test {
 protected:
  ~Threads() override { set_library_lock({}); }

  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }

  /// Makes a file with 1000 numbers.
  void make_file(const std::string& name) const {
    const std::string text = path(name) + ".cdl";
    std::ofstream cdl(text);
    cdl << "netcdf in { dimensions: x = 1000 ; variables: int v(x) ; v:_ChunkSizes = 100 ;\n"
           "  v:_Filter = \"2|1,3\" ; data: v = 0";
    for (int i = 1; i < 1000; ++i) cdl << ", " << i;
    cdl << " ; }";
    cdl.close();
    GenerateOptions options;
    options.input = text;
    options.output = path(name);
    options.format = Format::netcdf4;
    generate(options);
  }

  /// Uses the library in each way, with files of its own.
  void use_library(const std::string& name) const {
    make_file(name);
    CopyOptions copied;
    copied.input = path(name);
    copied.output = path("copy of " + name);
    copied.filters = {"*,shuffle|deflate,5"};
    copied.verify = true;
    copied.threads = 2;
    int steps = 0;
    copy(copied, {}, [&](const CopyProgress&) {
      ++steps;
      EXPECT_EQ(explain("deflate,5").filters.size(), 1U);  // a handler may call the library
    });
    EXPECT_GT(steps, 1);
    DumpOptions dumped;
    dumped.input = copied.output;
    std::string text;
    EXPECT_TRUE(dump(dumped, [&](std::string_view part) { text += part; }).failures.empty());
    EXPECT_NE(text.find("998, 999 ;"), std::string::npos);
    CompareOptions compared;
    compared.first = copied.input;
    compared.second = copied.output;
    compared.decode = true;
    EXPECT_TRUE(compare(compared).is_equal());
    EXPECT_EQ(inspect_file(copied.output).variables.size(), 1U);
    use_dataset(name);
  }

  void use_dataset(const std::string& name) const {
    Source source = Source::open(path(name));
    Target target = Target::create(path("part of " + name), source.definition());
    target.write_all(source, "/v");
    target.commit();
    source = Source::open(path("part of " + name));
    EXPECT_EQ(source.read("/v", {{0}, {1000}}).size(), 4000U);
  }

  static void on_four_threads(const std::function<void(int thread)>& work) {
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back([&work, i] { work(i); });
    for (std::thread& thread : threads) thread.join();
  }

  const test::TemporaryFolder folder_;
};

TEST_F(Threads, MayCallTheLibraryAtTheSameTime) {
  on_four_threads([&](int thread) {
    for (int round = 0; round < rounds; ++round) {
      use_library("in" + std::to_string(thread) + ".nc");
    }
  });
}

/// Reads a file as a program does that uses libhdf5 itself.
void use_libhdf5(const std::string& path) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t dataset = H5Dopen2(file, "v", H5P_DEFAULT);
  std::vector<int> values(1000);
  EXPECT_GE(H5Dread(dataset, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                    static_cast<void*>(values.data())),
            0);
  EXPECT_EQ(values.back(), 999);
  H5Dclose(dataset);
  H5Fclose(file);
}

TEST_F(Threads, MayCallLibhdf5UnderTheLockThatTheProgramHandsOver) {
  make_file("own.nc");
  std::recursive_mutex mutex;
  set_library_lock({[&] { mutex.lock(); }, [&] { mutex.unlock(); }});
  on_four_threads([&](int thread) {
    for (int round = 0; round < rounds; ++round) {
      if (thread % 2 == 0) {
        use_library("in" + std::to_string(thread) + ".nc");
      } else {
        const std::lock_guard held(mutex);
        use_libhdf5(path("own.nc"));
        EXPECT_EQ(inspect_file(path("own.nc")).variables.size(), 1U);
      }
    }
  });
}

}  // namespace
}  // namespace ncf
