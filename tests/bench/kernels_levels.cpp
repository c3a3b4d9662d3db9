// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What our deflate or zstd makes of a level, beside zlib or libzstd at that level: size and speed
// over all variables of real files.
//
//   bench_kernels_levels [--zstd] [--no-shuffle] [--floats] [--large] [--by-level] [--chunk KIB]
//       [--variables] FILE...
//
// Variables are cut into chunks of 256 KiB, or of the size given, at most 3 MB of each, and encoded
// by the strategy that is chosen by their first chunk, with the time that takes; with --large as if
// they were parts of variables so large that this does not count, and with --by-level by the level
// alone. With --floats only variables of type float or double count; --variables shows each of
// them. Speed is CPU time of one thread, the median of five rounds in which ours and the library
// take turns. For deflate, libdeflate at its first level is compared, too. The efforts of
// plugins/deflate/plane_encoder.cpp, and with --no-shuffle the table of plugins/deflate/coders.hpp,
// are made with --by-level; those of plugins/zstd/strategy.cpp with --large.
#if NCF_WITH_LIBDEFLATE
#include <libdeflate.h>
#endif
#include <netcdf.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "deflate/filter.hpp"
#include "shuffle/filter.hpp"
#include "zstd/filter.hpp"

namespace ncf::plugins {
namespace {

using Data = std::vector<std::byte>;

constexpr std::size_t min_bytes = 20'000;
constexpr std::size_t max_bytes = 3'000'000;
constexpr std::uint32_t levels = 9;
constexpr std::size_t rounds = 5;

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

// A library at one level. Returns the bytes written.
using LibraryEncode = std::size_t (*)(ConstBytes input, Bytes output, int level);

std::size_t encode_zlib(ConstBytes input, Bytes output, int level) {
  uLongf bytes = output.size();
  compress2(reinterpret_cast<Bytef*>(output.data()), &bytes,
            reinterpret_cast<const Bytef*>(input.data()), input.size(), level);
  return bytes;
}

std::size_t encode_libzstd(ConstBytes input, Bytes output, int level) {
  static ZSTD_CCtx* const context = ZSTD_createCCtx();
  return ZSTD_compressCCtx(context, output.data(), output.size(), input.data(), input.size(),
                           level);
}

struct Options {
  const Kernel* kernel = &deflate::kernel;
  LibraryEncode library = encode_zlib;
  std::size_t chunk_bytes = std::size_t{256} << 10;
  bool shuffled = true;
  bool floats_only = false;
  bool shows_variables = false;
  Choice choice = Choice::by_first_chunk;
};

// At one level.
struct Comparison {
  Cost ours;
  Cost library;
  Cost libdeflate;       // at its level 1
  std::string strategy;  // of ours, where one was chosen
};
using Comparisons = std::vector<Comparison>;  // by level, from 1

template <typename Encode>
Cost cost_of(const Encode& encode) {
  const double begin = seconds();
  const auto bytes = static_cast<double>(encode());
  return {bytes, seconds() - begin};
}

// Each in turn, round after round; the median of each.
template <typename... Encode>
std::array<Cost, sizeof...(Encode)> costs_of(const Encode&... encode) {
  std::array<std::array<Cost, sizeof...(Encode)>, rounds> all;
  for (auto& round : all) round = {cost_of(encode)...};
  std::array<Cost, sizeof...(Encode)> medians;
  for (std::size_t i = 0; i < medians.size(); ++i) {
    std::sort(all.begin(), all.end(), [i](const auto& left, const auto& right) {
      return left[i].seconds < right[i].seconds;
    });
    medians[i] = all[rounds / 2][i];
  }
  return medians;
}

#if NCF_WITH_LIBDEFLATE
std::size_t encode_libdeflate(const Data& chunk, Data& output) {
  static libdeflate_compressor* const compressor = libdeflate_alloc_compressor(1);
  return libdeflate_zlib_compress(compressor, chunk.data(), chunk.size(), output.data(),
                                  output.size());
}
#else
std::size_t encode_libdeflate(const Data&, Data&) { return 0; }
#endif

// What is kept for the chunks of a variable.
struct InWork {
  std::unique_ptr<Workspace> workspace;
  std::size_t shuffled_element_bytes;      // 0 where chunks are not shuffled
  std::vector<ChosenStrategy> strategies;  // by level, from 1
  Comparisons sums;
  Data output;
};

void compare(const Data& chunk, const Options& options, InWork& work) {
  Data& output = work.output;
  for (std::uint32_t level = 1; level <= levels; ++level) {
    Comparison& sum = work.sums[level - 1];
    const EncodeHints hints{work.shuffled_element_bytes, work.strategies[level - 1].number};
    const auto [ours, library, libdeflate] = costs_of(
        [&] {
          return options.kernel->encode_hinted(*work.workspace, {&level, 1}, hints, chunk, output);
        },
        [&] { return options.library(chunk, output, static_cast<int>(level)); },
        [&] { return encode_libdeflate(chunk, output); });
    sum.ours += ours;
    sum.library += library;
    sum.libdeflate += libdeflate;
  }
}

// The strategy of each level, and the time it took to choose it.
void choose_strategies(const Data& first_chunk, std::size_t variable_bytes, const Options& options,
                       InWork& work) {
  if (options.choice == Choice::by_level) return;
  const bool is_large = options.choice == Choice::as_of_large;
  for (std::uint32_t level = 1; level <= levels; ++level) {
    const auto [cost] = costs_of([&] {
      work.strategies[level - 1] = options.kernel->choose_strategy(
          *work.workspace, {&level, 1}, {work.shuffled_element_bytes, 0},
          is_large ? std::uint64_t{1} << 40 : variable_bytes, first_chunk);
      return 0;
    });
    work.sums[level - 1].strategy = work.strategies[level - 1].text;
    if (!is_large) work.sums[level - 1].ours += cost;
  }
}

Comparisons compare_variable(const Data& values, std::uint32_t element_bytes,
                             const Options& options) {
  InWork work{options.kernel->make_workspace(), options.shuffled ? element_bytes : 0,
              std::vector<ChosenStrategy>(levels), Comparisons(levels),
              Data(2 * options.chunk_bytes)};
  Workspace nothing;
  const std::size_t step = options.chunk_bytes / element_bytes * element_bytes;
  for (std::size_t begin = 0; begin < values.size(); begin += step) {
    const ConstBytes plain =
        ConstBytes(values).subspan(begin, std::min(step, values.size() - begin));
    Data chunk(plain.begin(), plain.end());
    if (options.shuffled) shuffle::encode(nothing, {&element_bytes, 1}, plain, chunk);
    if (begin == 0) choose_strategies(chunk, values.size(), options, work);
    compare(chunk, options, work);
  }
  return work.sums;
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
  values.resize(std::min(values.size(), max_bytes / element_bytes * element_bytes));
  return values;
}

struct Variable {
  std::string name;
  Comparisons comparisons;
};

// Those of a group and of the groups in it.
void compare_group(int group, const Options& options, std::vector<Variable>& all) {
  int count = 0;
  nc_inq_nvars(group, &count);
  for (int variable = 0; variable < count; ++variable) {
    std::size_t element_bytes = 1;
    const Data values = read_variable(group, variable, options, element_bytes);
    if (values.empty()) continue;
    std::array<char, NC_MAX_NAME + 1> name{};
    nc_inq_varname(group, variable, name.data());
    all.push_back({name.data(),
                   compare_variable(values, static_cast<std::uint32_t>(element_bytes), options)});
  }
  nc_inq_grps(group, &count, nullptr);
  std::vector<int> children(static_cast<std::size_t>(count));
  nc_inq_grps(group, &count, children.data());
  for (const int child : children) compare_group(child, options, all);
}

void compare_file(const std::string& path, const Options& options, std::vector<Variable>& all) {
  int file = 0;
  if (nc_open(path.c_str(), NC_NOWRITE, &file) != NC_NOERR) return;
  compare_group(file, options, all);
  nc_close(file);
}

void print_variables(const std::vector<Variable>& variables) {
  std::printf("variable                          level  size    speed  strategy\n");
  for (const auto& [name, comparisons] : variables) {
    for (std::size_t level = 0; level < levels; ++level) {
      const Comparison& one = comparisons[level];
      std::printf("%-32s  %5zu  %.4f  %5.2f  %s\n", name.c_str(), level + 1,
                  one.ours.bytes / one.library.bytes, one.library.seconds / one.ours.seconds,
                  one.strategy.c_str());
    }
  }
}

void print(const std::vector<Variable>& variables) {
  std::printf(
      "%zu variables\n"
      "       -------------- of the library at the level ---------------  --- of libdeflate 1 ---\n"
      "level  size    largest of a variable  variables larger  speed     size    speed\n",
      variables.size());
  for (std::size_t level = 0; level < levels; ++level) {
    Comparison sum;
    double largest = 0;
    int larger = 0;
    for (const Variable& variable : variables) {
      const Comparison& one = variable.comparisons[level];
      sum.ours += one.ours;
      sum.library += one.library;
      sum.libdeflate += one.libdeflate;
      const double ratio = one.ours.bytes / one.library.bytes;
      largest = std::max(largest, ratio);
      if (ratio > 1) ++larger;
    }
    std::printf("%5zu  %.4f  %21.4f  %16d  %5.2f     %.4f  %5.2f\n", level + 1,
                sum.ours.bytes / sum.library.bytes, largest, larger,
                sum.library.seconds / sum.ours.seconds, sum.ours.bytes / sum.libdeflate.bytes,
                sum.libdeflate.seconds / sum.ours.seconds);
  }
}

// Takes an option and the arguments after it that are its own; false where it is none.
bool take_option(int& index, char** arguments, Options& options) {
  const std::string_view option = arguments[index];
  if (option == "--zstd") {
    options.kernel = &zstd::kernel;
    options.library = encode_libzstd;
  } else if (option == "--no-shuffle") {
    options.shuffled = false;
  } else if (option == "--floats") {
    options.floats_only = true;
  } else if (option == "--large") {
    options.choice = Choice::as_of_large;
  } else if (option == "--by-level") {
    options.choice = Choice::by_level;
  } else if (option == "--variables") {
    options.shows_variables = true;
  } else if (option == "--chunk" && arguments[index + 1] != nullptr) {
    options.chunk_bytes = std::strtoul(arguments[++index], nullptr, 10) << 10;
  } else {
    return false;
  }
  return true;
}

}  // namespace
}  // namespace ncf::plugins

int main(int argc, char** argv) {
  ncf::plugins::Options options;
  std::vector<ncf::plugins::Variable> variables;
  for (int i = 1; i < argc; ++i) {
    if (ncf::plugins::take_option(i, argv, options)) continue;
    ncf::plugins::compare_file(argv[i], options, variables);
  }
  if (variables.empty()) {
    std::fputs(
        "usage: bench_kernels_levels [--zstd] [--no-shuffle] [--floats] [--large] [--by-level]\n"
        "           [--chunk KIB] [--variables] FILE...\n",
        stderr);
    return 2;
  }
  if (options.shows_variables) ncf::plugins::print_variables(variables);
  ncf::plugins::print(variables);
  return 0;
}
