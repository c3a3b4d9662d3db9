// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/rounding/measured_rounding.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "filter/registry/registry.hpp"
#include "ncf/error.hpp"
#include "ops/filters/required_filters.hpp"
#include "ops/report/quantities.hpp"
#include "ops/values/value_scan.hpp"
#include "transcode/rounding/bit_information.hpp"
#include "transcode/rounding/error_bound.hpp"

namespace ncf::ops {
namespace {

using model::Quantization;
using model::VariableId;
using transcode::ErrorBound;

/// Refuses filters that may change rounded values again and break the bound.
void require_lossless(const model::Variable& variable, const std::string& path,
                      const std::string& option) {
  for (const Filter& filter : variable.filters_to_define()) {
    if (!filter::may_change_values(filter)) continue;
    throw Error(ErrorCode::unsupported,
                fmt::format("variable {}: --quantize {} keeps each value within the bound, but "
                            "{} may change the values again; request a lossless one with "
                            "-F",
                            path, option, filter::describe(Chain{filter})));
  }
}

std::string explain(const ErrorBound& bound, const transcode::NeededBits& needed) {
  const std::string promise =
      fmt::format("keeps every value within {}", transcode::describe(bound));
  const transcode::PlacedValue* decisive = needed.decisive();
  if (decisive == nullptr) return promise;
  return fmt::format("{}; {} at ({}) needs all of these bits", promise, decisive->value,
                     fmt::join(decisive->place, ","));
}

std::string explain(const InformationShare& wanted,
                    const std::vector<DimensionInformation>& information) {
  constexpr double percent = 100;
  std::vector<std::string> parts;
  for (const DimensionInformation& along : information) {
    parts.push_back(fmt::format("{} along {}", along.bits, along.dimension));
  }
  return fmt::format("keeps {:.6g}% of the information: {}", wanted.share * percent,
                     fmt::join(parts, ", "));
}

/// Reads values of the copy and decides how they are rounded.
class Measuring {
 public:
  Measuring(const CopiedValues& copied, const transcode::Resources& resources)
      : copied_(copied), scanner_(copied.input, resources) {}

  /// Takes the rounding as the user requested it.
  static Rounding decide(VariableId /*id*/, const std::string& /*option*/,
                         const Quantization& quantization) {
    return {quantization};
  }

  Rounding decide(VariableId id, const std::string& option, const ErrorBound& bound) {
    const model::Variable& variable = copied_.output.variables[id];
    require_lossless(variable, copied_.output.variable_path(id), option);
    const transcode::BitSearch search(bound, *variable.type, missing_values_of(variable));
    transcode::NeededBits needed;
    scan(id, 0, [&](const model::Box& box, std::span<const std::byte> values, std::size_t) {
      return
          [&needed, found = search.find(box, values)]() mutable { needed.merge(std::move(found)); };
    });
    return {{Quantization::Mode::bit_round, needed.fewest()}, bound, explain(bound, needed)};
  }

  /// Rounds to 0 bits if no bit carries information.
  Rounding decide(VariableId id, const std::string& /*option*/, const InformationShare& wanted) {
    const model::Variable& variable = copied_.output.variables[id];
    Rounding rounding{{Quantization::Mode::bit_round, 0}};
    rounding.information =
        information_along_dimensions(copied_.output, variable, count_neighbours(id), wanted.share);
    rounding.quantization.digits = bits_needed(rounding.information);
    rounding.why = explain(wanted, rounding.information);
    return rounding;
  }

  /// Returns notes about dimensions that were not counted, because their chunks are too large.
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

  [[nodiscard]] std::uint64_t peak_bytes() const { return scanner_.peak_bytes(); }

 private:
  void scan(VariableId id, std::size_t bytes_beside, const LookAtTile& look,
            const DimensionIndices& neighbours_along = {}) {
    const VariableId input_id = copied_.source.input_ids[id];
    require_filters_to_read(copied_.input, input_id, copied_.source.schema.variables[id].filters);
    scanner_.scan(input_id, bytes_beside, look, neighbours_along);
  }

  /// Returns counts along each dimension. Scans the values once for all dimensions whose neighbours
  /// fit into a tile together, and again for those that are left.
  std::vector<transcode::BitPairCounts> count_neighbours(VariableId id) {
    std::vector<transcode::BitPairCounts> counts(copied_.output.variables[id].dimensions.size());
    DimensionIndices left;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (length_of(id, i) > 1) left.push_back(i);
    }
    while (!left.empty()) {
      const auto tile = scanner_.tile_shape(copied_.source.input_ids[id], left);
      const auto too_large = std::stable_partition(
          left.begin(), left.end(), [&](std::size_t dimension) { return tile[dimension] > 1; });
      const DimensionIndices counted(left.begin(), too_large);
      if (counted.empty()) break;
      count_along(id, counted, counts);
      left.erase(left.begin(), too_large);
    }
    note_too_large(id, left);
    return counts;
  }

  /// Scans the values once.
  void count_along(VariableId id, const DimensionIndices& dimensions,
                   std::vector<transcode::BitPairCounts>& counts) {
    const model::Variable& variable = copied_.output.variables[id];
    const transcode::BitPairCounter counter(*variable.type, missing_values_of(variable));
    scan(
        id, 0,
        [&](const model::Box& box, std::span<const std::byte> values, std::size_t /*worker*/) {
          return [&dimensions, &counts, found = counter.count(box, values)] {
            for (const std::size_t i : dimensions) counts[i].merge(found[i]);
          };
        },
        dimensions);
  }

  [[nodiscard]] std::size_t length_of(VariableId id, std::size_t dimension) const {
    const model::Variable& variable = copied_.output.variables[id];
    return copied_.output.dimensions[variable.dimensions[dimension]].length;
  }

  void note_too_large(VariableId id, const DimensionIndices& dimensions) {
    if (dimensions.empty()) return;
    const model::Variable& variable = copied_.output.variables[id];
    std::vector<std::string> names;
    for (const std::size_t dimension : dimensions) {
      names.push_back(copied_.output.dimensions[variable.dimensions[dimension]].name);
    }
    notes_.push_back(fmt::format(
        "variable {}: the information along {} is not counted, because two adjacent chunks have "
        "more than {}; to count it, copy with smaller chunks first (-c)",
        copied_.output.variable_path(id), fmt::join(names, " and "),
        format_bytes(max_bytes_for_neighbours)));
  }

  const CopiedValues& copied_;
  ValueScanner scanner_;
  std::vector<std::string> notes_;
};

}  // namespace

MeasuredRoundings measure_roundings(const AskedPrecisions& asked, const CopiedValues& copied,
                                    const transcode::Resources& resources) {
  MeasuredRoundings measured{Roundings(asked.size())};
  std::map<std::string, std::vector<std::string>> remarks;  // with the paths of variables
  Measuring measuring(copied, resources);
  for (VariableId id = 0; id < asked.size(); ++id) {
    if (!asked[id] || !copied.source.has_values[id]) continue;
    const bool is_known = std::holds_alternative<Quantization>(asked[id]->precision);
    if (!is_known && copied.source.schema.raw_bytes(id) == 0) continue;
    Rounding rounding = std::visit(
        [&](const auto& precision) { return measuring.decide(id, asked[id]->option, precision); },
        asked[id]->precision);
    if (std::holds_alternative<InformationShare>(asked[id]->precision)) {
      remarks[remark_on_information(rounding.information)].push_back(
          copied.output.variable_path(id));
      if (bits_needed(rounding.information) == 0) continue;
    }
    measured.roundings[id] = std::move(rounding);
  }
  for (const auto& [remark, paths] : remarks) {
    if (!remark.empty()) note_few(measured.notes, remark, paths);
  }
  measured.notes.insert(measured.notes.end(), measuring.notes().begin(), measuring.notes().end());
  measured.peak_bytes = measuring.peak_bytes();
  return measured;
}

bool try_quantizers(const Quantizers& quantizers, const CopiedValues& copied,
                    const transcode::Resources& resources) {
  constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30U;
  std::vector<VariableId> ids;
  std::uint64_t bytes = 0;
  for (VariableId id = 0; id < quantizers.size(); ++id) {
    if (!quantizers[id] || !copied.source.has_values[id]) continue;
    if (copied.source.schema.raw_bytes(id) == 0) continue;
    ids.push_back(id);
    bytes += copied.input.stored_bytes(copied.source.input_ids[id]);
  }
  if (bytes > most_bytes) return false;
  ValueScanner scanner(copied.input, resources);
  for (const VariableId id : ids) {
    const auto shape = copied.output.shape(copied.output.variables[id]);
    scanner.scan(copied.source.input_ids[id], max_scan_tile_bytes,
                 [&](const model::Box& box, std::span<const std::byte> values, std::size_t) {
                   std::vector<std::byte> rounded(values.begin(), values.end());
                   quantizers[id]->apply(rounded, box, shape);
                   return [] {};
                 });
  }
  return true;
}

std::vector<DimensionInformation> information_along_dimensions(
    const model::Schema& schema, const model::Variable& variable,
    const std::vector<transcode::BitPairCounts>& counts, double share) {
  const auto compared = static_cast<std::size_t>(
      std::count_if(counts.begin(), counts.end(), [](const auto& one) { return one.pairs > 0; }));
  std::vector<DimensionInformation> all;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i].pairs == 0) continue;
    DimensionInformation& along = all.emplace_back();
    along.dimension = schema.dimensions[variable.dimensions[i]].name;
    along.pairs = counts[i].pairs;
    along.information = transcode::information_of(counts[i], compared * counts[i].in_both.size());
    along.bits = transcode::bits_for_share(along.information, share, *variable.type).value_or(0);
  }
  return all;
}

std::vector<std::string> dimensions_not_counted(
    const model::Schema& schema, const model::Variable& variable,
    const std::vector<DimensionInformation>& information) {
  std::vector<std::string> names;
  for (const model::DimensionId id : variable.dimensions) {
    const model::Dimension& dimension = schema.dimensions[id];
    const bool is_counted = std::ranges::any_of(
        information,
        [&](const DimensionInformation& along) { return along.dimension == dimension.name; });
    if (dimension.length > 1 && !is_counted) names.push_back(dimension.name);
  }
  return names;
}

int bits_needed(const std::vector<DimensionInformation>& information) {
  int bits = 0;
  for (const DimensionInformation& along : information) bits = std::max(bits, along.bits);
  return bits;
}

double information_in_all(const DimensionInformation& along) {
  return std::accumulate(along.information.begin(), along.information.end(), 0.0);
}

std::string remark_on_information(const std::vector<DimensionInformation>& information) {
  if (bits_needed(information) == 0) {
    return "not rounded, because no bit carries information about neighbouring values";
  }
  constexpr double little = 0.1;
  double most = 0;
  for (const DimensionInformation& along : information) {
    most = std::max(most, information_in_all(along));
  }
  if (most >= little) return {};
  return fmt::format(
      "rounded, although the bits of a value together carry next to no information about "
      "neighbouring values (less than {} bits), as in noise; an error bound suits better",
      little);
}

std::vector<double> significand_part(const std::vector<double>& information) {
  constexpr std::size_t others_in_double = 12;
  constexpr std::size_t others_in_float = 9;
  constexpr std::size_t float_bits = 32;
  const std::size_t others = information.size() > float_bits ? others_in_double : others_in_float;
  return {information.begin() + static_cast<std::ptrdiff_t>(others), information.end()};
}

}  // namespace ncf::ops
