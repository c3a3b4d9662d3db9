// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What our deflate makes of a level, beside zlib at that level and libdeflate at its first: size
// and speed over all variables of real files.
//
//   bench_kernels_levels [--no-shuffle] [--floats] [--large] [--by-level] FILE...
//
// Variables are cut into chunks of 256 KiB, at most 3 MB of each, and encoded in the way that is
// chosen by their first chunk, with the time that takes; with --large as if they were parts of
// variables so large that this does not count, and with --by-level by the level alone. With
// --floats only variables of type float or double count. Speed is CPU time of one thread, the least
// of three times. The efforts of plugins/deflate/plane_encoder.cpp, and with --no-shuffle the table
// of plugins/deflate/libdeflate_coder.hpp, are made with
// --by-level.
#if NCF_WITH_LIBDEFLATE
#include <libdeflate.h>
#endif
#include <netcdf.h>
#include <zlib.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#include "deflate/kernel.hpp"
#include "shuffle/kernel.hpp"

namespace ncf::plugins {
namespace {

using Data = std::vector<std::byte>;

constexpr std::size_t min_bytes = 20'000;
constexpr std::size_t max_bytes = 3'000'000;
constexpr std::size_t chunk_bytes = std::size_t{256} << 10;
constexpr std::uint32_t levels = 9;

double seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

struct Cost {
  double bytes = 0;
  double seconds = 0;

  Cost& operator+=(const Cost& other) {
    bytes += other.bytes;
    seconds += other.seconds;
    return *this;
  }
};

enum class Choice { by_first_chunk, as_of_large, by_level };

struct Options {
  bool shuffled = true;
  bool floats_only = false;
  Choice choice = Choice::by_first_chunk;
};

// At one level.
struct Comparison {
  Cost ours;
  Cost zlib;
  Cost libdeflate;  // at its level 1
};
using Comparisons = std::vector<Comparison>;  // by level, from 1

template <typename Encode>
Cost cost_of(const Encode& encode) {
  Cost least;
  for (int i = 0; i < 3; ++i) {
    const double begin = seconds();
    const auto bytes = static_cast<double>(encode());
    const Cost cost{bytes, seconds() - begin};
    if (i == 0 || cost.seconds < least.seconds) least = cost;
  }
  return least;
}

#if NCF_WITH_LIBDEFLATE
Cost libdeflate_cost(const Data& chunk, Data& output) {
  static libdeflate_compressor* const compressor = libdeflate_alloc_compressor(1);
  return cost_of([&] {
    return libdeflate_zlib_compress(compressor, chunk.data(), chunk.size(), output.data(),
                                    output.size());
  });
}
#else
Cost libdeflate_cost(const Data&, Data&) { return {}; }
#endif

// element_bytes: 0 where the chunk was not shuffled. ways: by level, from 1.
void compare(const Data& chunk, std::size_t element_bytes, const std::vector<std::uint64_t>& ways,
             Workspace& coders, Data& output, Comparisons& sums) {
  const Cost libdeflate = libdeflate_cost(chunk, output);
  for (std::uint32_t level = 1; level <= levels; ++level) {
    Comparison& sum = sums[level - 1];
    sum.libdeflate += libdeflate;
    sum.ours += cost_of([&] {
      return deflate::encode_hinted(coders, {&level, 1}, {element_bytes, ways[level - 1]}, chunk,
                                    output);
    });
    sum.zlib += cost_of([&] {
      uLongf bytes = output.size();
      compress2(reinterpret_cast<Bytef*>(output.data()), &bytes,
                reinterpret_cast<const Bytef*>(chunk.data()), chunk.size(),
                static_cast<int>(level));
      return bytes;
    });
  }
}

// The way of each level, and the time it took to choose it.
std::vector<std::uint64_t> choose_ways(const Data& first_chunk, std::size_t element_bytes,
                                       std::size_t variable_bytes, Choice choice, Workspace& coders,
                                       Comparisons& sums) {
  std::vector<std::uint64_t> ways(levels);
  for (std::uint32_t level = 1; level <= levels && choice != Choice::by_level; ++level) {
    const bool is_large = choice == Choice::as_of_large;
    const Cost cost = cost_of([&] {
      ways[level - 1] =
          deflate::choose_way(coders, {&level, 1}, {element_bytes, 0},
                              is_large ? std::uint64_t{1} << 40 : variable_bytes, first_chunk)
              .way;
      return 0;
    });
    if (!is_large) sums[level - 1].ours += cost;
  }
  return ways;
}

Comparisons compare_variable(const Data& values, std::uint32_t element_bytes,
                             const Options& options) {
  const std::unique_ptr<Workspace> coders = deflate::make_coders();
  Workspace nothing;
  Comparisons sums(levels);
  Data output(2 * chunk_bytes);
  std::vector<std::uint64_t> ways;
  const std::size_t step = chunk_bytes / element_bytes * element_bytes;
  for (std::size_t begin = 0; begin < values.size(); begin += step) {
    const ConstBytes plain =
        ConstBytes(values).subspan(begin, std::min(step, values.size() - begin));
    Data chunk(plain.begin(), plain.end());
    const std::size_t shuffled_bytes = options.shuffled ? element_bytes : 0;
    if (options.shuffled) shuffle::encode(nothing, {&element_bytes, 1}, plain, chunk);
    if (begin == 0) {
      ways = choose_ways(chunk, shuffled_bytes, values.size(), options.choice, *coders, sums);
    }
    compare(chunk, shuffled_bytes, ways, *coders, output, sums);
  }
  return sums;
}

// The values of a variable, or its first ones; nothing for those that are not numbers or too few.
Data read_variable(int file, int variable, const Options& options, std::size_t& element_bytes) {
  nc_type type = NC_NAT;
  int rank = 0;
  int dimensions[NC_MAX_VAR_DIMS];
  nc_inq_var(file, variable, nullptr, &type, &rank, dimensions, nullptr);
  if (type > NC_MAX_ATOMIC_TYPE || type == NC_STRING) return {};
  if (options.floats_only && type != NC_FLOAT && type != NC_DOUBLE) return {};
  nc_inq_type(file, type, nullptr, &element_bytes);
  std::vector<std::size_t> counts(static_cast<std::size_t>(rank));
  std::size_t bytes = element_bytes;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    nc_inq_dimlen(file, dimensions[i], &counts[i]);
    bytes *= counts[i];
  }
  if (bytes < min_bytes) return {};
  const std::size_t row_bytes = bytes / counts[0];
  counts[0] = std::min(counts[0], std::max<std::size_t>(max_bytes / row_bytes, 1));
  Data values(counts[0] * row_bytes);
  const std::vector<std::size_t> origin(counts.size(), 0);
  if (nc_get_vara(file, variable, origin.data(), counts.data(), values.data()) != NC_NOERR)
    return {};
  return values;
}

std::vector<Comparisons> compare_file(const std::string& path, const Options& options) {
  std::vector<Comparisons> all;
  int file = 0;
  if (nc_open(path.c_str(), NC_NOWRITE, &file) != NC_NOERR) return all;
  int variables = 0;
  nc_inq_nvars(file, &variables);
  for (int variable = 0; variable < variables; ++variable) {
    std::size_t element_bytes = 1;
    const Data values = read_variable(file, variable, options, element_bytes);
    if (values.empty()) continue;
    all.push_back(compare_variable(values, static_cast<std::uint32_t>(element_bytes), options));
  }
  nc_close(file);
  return all;
}

void print(const std::vector<Comparisons>& variables) {
  std::printf(
      "%zu variables\n"
      "       ----------------- of zlib at the level ------------------  --- of libdeflate 1 ---\n"
      "level  size    largest of a variable  variables larger  speed     size    speed\n",
      variables.size());
  for (std::size_t level = 0; level < levels; ++level) {
    Comparison sum;
    double largest = 0;
    int larger = 0;
    for (const Comparisons& variable : variables) {
      const Comparison& one = variable[level];
      sum.ours += one.ours;
      sum.zlib += one.zlib;
      sum.libdeflate += one.libdeflate;
      const double ratio = one.ours.bytes / one.zlib.bytes;
      largest = std::max(largest, ratio);
      if (ratio > 1) ++larger;
    }
    std::printf("%5zu  %.4f  %21.4f  %16d  %5.2f     %.4f  %5.2f\n", level + 1,
                sum.ours.bytes / sum.zlib.bytes, largest, larger,
                sum.zlib.seconds / sum.ours.seconds, sum.ours.bytes / sum.libdeflate.bytes,
                sum.libdeflate.seconds / sum.ours.seconds);
  }
}

}  // namespace
}  // namespace ncf::plugins

int main(int argc, char** argv) {
  ncf::plugins::Options options;
  std::vector<ncf::plugins::Comparisons> variables;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--no-shuffle") == 0) {
      options.shuffled = false;
    } else if (std::strcmp(argv[i], "--floats") == 0) {
      options.floats_only = true;
    } else if (std::strcmp(argv[i], "--large") == 0) {
      options.choice = ncf::plugins::Choice::as_of_large;
    } else if (std::strcmp(argv[i], "--by-level") == 0) {
      options.choice = ncf::plugins::Choice::by_level;
    } else {
      const auto more = ncf::plugins::compare_file(argv[i], options);
      variables.insert(variables.end(), more.begin(), more.end());
    }
  }
  if (variables.empty()) {
    std::fputs(
        "usage: bench_kernels_levels [--no-shuffle] [--floats] [--large] [--by-level] FILE...\n",
        stderr);
    return 2;
  }
  ncf::plugins::print(variables);
  return 0;
}
