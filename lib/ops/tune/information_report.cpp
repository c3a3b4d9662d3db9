// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/information_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/text/messages.hpp"
#include "ops/page/page.hpp"
#include "ops/rounding/measured_rounding.hpp"

namespace ncf::ops {
namespace {

using page::Document;
using page::Html;
using page::numbers;

/// The bits of a value, from the sign to the lowest.
class Bits {
 public:
  explicit Bits(const DimensionInformation& along)
      : exponent_bits_(along.information.size() - significand_part(along.information).size() - 1) {}

  /// Returns "sign", "exponent 1", "significand 1".
  [[nodiscard]] std::string name(std::size_t bit) const {
    if (bit == 0) return "sign";
    if (bit <= exponent_bits_) return fmt::format("exponent {}", bit);
    return fmt::format("significand {}", bit - exponent_bits_);
  }

  /// Returns "±", "e1", "m1", as in xbitinfo.
  [[nodiscard]] std::string short_name(std::size_t bit) const {
    if (bit == 0) return "±";
    if (bit <= exponent_bits_) return fmt::format("e{}", bit);
    return fmt::format("m{}", bit - exponent_bits_);
  }

  [[nodiscard]] bool is_kept(std::size_t bit, const DimensionInformation& along) const {
    return bit <= exponent_bits_ + static_cast<std::size_t>(along.bits);
  }

 private:
  std::size_t exponent_bits_;
};

const DimensionInformation& decisive(const std::vector<DimensionInformation>& information) {
  return *std::ranges::max_element(information, {}, &DimensionInformation::bits);
}

std::optional<std::size_t> color_of(double information) {
  if (information == 0) return std::nullopt;
  const double colors = static_cast<double>(page::color_count);
  return static_cast<std::size_t>(std::clamp(std::ceil(information * colors) - 1, 0.0, colors - 1));
}

std::vector<page::Color> color_legend() {
  std::vector<page::Color> legend{{std::nullopt, "no information"}};
  const auto bits = [](std::size_t color) {
    return static_cast<double>(color) / static_cast<double>(page::color_count);
  };
  for (std::size_t color = 0; color < page::color_count; ++color) {
    legend.push_back({color, fmt::format("to {:.2f}", bits(color + 1))});
  }
  return legend;
}

/// Returns the number of columns up to the last bit that any row keeps or that has information.
std::size_t columns_of(const std::vector<InformationRow>& rows) {
  std::size_t columns = 0;
  for (const InformationRow& row : rows) {
    const DimensionInformation& along = decisive(row.information);
    const Bits bits(along);
    for (std::size_t bit = columns; bit < along.information.size(); ++bit) {
      if (along.information[bit] > 0 || bits.is_kept(bit, along)) columns = bit + 1;
    }
  }
  return columns;
}

std::vector<Html> cells_of(const InformationRow& row, std::size_t columns) {
  const DimensionInformation& along = decisive(row.information);
  const Bits bits(along);
  std::vector<Html> cells{row.name, along.dimension,
                          page::number(static_cast<std::uint64_t>(along.bits))};
  for (std::size_t bit = 0; bit < columns; ++bit) {
    const double information = along.information[bit];
    const bool is_kept = bits.is_kept(bit, along);
    cells.push_back(
        page::number(information, page::square(color_of(information), is_kept,
                                               fmt::format("{}: {:.3g}{}", bits.name(bit),
                                                           information, is_kept ? ", kept" : ""))));
  }
  return cells;
}

Html figure_of(const std::string& what, const std::string& type,
               const std::vector<InformationRow>& rows) {
  if (rows.empty()) return {};
  const std::size_t columns = columns_of(rows);
  const Bits bits(rows.front().information.front());
  page::Table table{
      fmt::format("Information in each bit of a {}, along the dimension that needs the most bits "
                  "of the significand; kept bits are underlined",
                  type),
      page::columns(what, "along", numbers("bits"))};
  for (std::size_t bit = 0; bit < columns; ++bit) table.columns.push_back({bits.short_name(bit)});
  for (const InformationRow& row : rows) table.add(cells_of(row, columns));
  return page::table(table);
}

/// Returns a table of the bits along one dimension.
Html information_table(const DimensionInformation& along) {
  const Bits bits(along);
  page::Table table{
      fmt::format("Information along {}: {} of the significand for the requested share",
                  along.dimension, base::format_count(along.bits, "bit")),
      page::columns("bit", numbers("information"), "of one bit", "kept")};
  for (std::size_t bit = 0; bit < along.information.size(); ++bit) {
    const double information = along.information[bit];
    table.add({bits.name(bit), page::number(information, fmt::format("{:.3g}", information)),
               page::bar(information), bits.is_kept(bit, along) ? "yes" : "no"});
  }
  return page::table(table);
}

Html information_figure(const std::string& what, const std::vector<InformationRow>& rows) {
  constexpr std::size_t float_bits = 32;
  std::vector<InformationRow> floats;
  std::vector<InformationRow> doubles;
  for (const InformationRow& row : rows) {
    const bool is_float = row.information.front().information.size() == float_bits;
    (is_float ? floats : doubles).push_back(row);
  }
  if (rows.empty()) return {};
  return figure_of(what, "float", floats) + figure_of(what, "double", doubles) +
         page::legend(color_legend());
}

/// Formats some steps, spread evenly if there are many.
Html steps_figure(const std::vector<StepInformation>& steps, const std::string& dimension) {
  constexpr std::size_t most_rows = 100;
  if (steps.empty() || dimension.empty()) return {};
  const std::size_t stride = (steps.size() + most_rows - 1) / most_rows;
  std::vector<InformationRow> rows;
  for (std::size_t i = 0; i < steps.size(); i += stride) {
    rows.push_back({page::number(steps[i].step), steps[i].information});
  }
  const Html which =
      stride == 1 ? Html() : page::paragraph(fmt::format("One of {} steps is shown.", stride));
  return page::details(fmt::format("Information per {}", dimension),
                       which + information_figure(dimension, rows));
}

/// Returns the bits of the significand to keep, and two more, one line for each dimension.
void add_bits(const std::vector<DimensionInformation>& information, Document& document) {
  constexpr std::size_t more = 2;
  for (const DimensionInformation& along : information) {
    if (information_in_all(along) == 0) {
      document.line(fmt::format("information along {}: none", along.dimension));
      continue;
    }
    std::vector<double> bits = significand_part(along.information);
    const double beside_significand =
        information_in_all(along) - std::accumulate(bits.begin(), bits.end(), 0.0);
    bits.resize(std::min(bits.size(), static_cast<std::size_t>(along.bits) + more));
    document.line(
        fmt::format("information along {}: {}; in the sign and exponent {:.3g}, in the bits of the "
                    "significand: {:.3g}",
                    along.dimension, base::format_count(along.bits, "bit"), beside_significand,
                    fmt::join(bits, " ")));
  }
}

/// Consecutive steps that need the same number of bits.
struct StepRun {
  std::size_t first = 0;
  std::size_t last = 0;
  int bits = 0;
};

std::vector<StepRun> runs_of(const std::vector<StepInformation>& steps) {
  std::vector<StepRun> runs;
  for (const StepInformation& one : steps) {
    const int bits = bits_needed(one.information);
    const bool is_next =
        !runs.empty() && runs.back().last + 1 == one.step && runs.back().bits == bits;
    if (!is_next) runs.push_back({one.step, one.step, bits});
    runs.back().last = one.step;
  }
  return runs;
}

std::string format_bits(int bits) {
  return bits == 0 ? "none" : base::format_count(static_cast<std::uint64_t>(bits), "bit");
}

/// Formats one line: all steps if there are few runs with the same number of bits, otherwise the
/// extremes.
void add_steps(const std::vector<StepInformation>& steps, const std::string& dimension,
               Document& document) {
  constexpr std::size_t most_runs = 10;
  if (steps.empty()) return;
  const std::vector<StepRun> runs = runs_of(steps);
  std::vector<std::string> parts;
  const auto add = [&](const StepRun& run) {
    const bool is_one = run.first == run.last;
    parts.push_back(fmt::format(
        "{} at {}", format_bits(run.bits),
        is_one ? fmt::format("{}", run.first) : fmt::format("{}-{}", run.first, run.last)));
  };
  if (runs.size() <= most_runs) {
    std::ranges::for_each(runs, add);
    return document.line(fmt::format("information per {}: {}", dimension, fmt::join(parts, ", ")));
  }
  const auto [fewest, most] = std::minmax_element(
      runs.begin(), runs.end(),
      [](const StepRun& one, const StepRun& other) { return one.bits < other.bits; });
  add(*fewest);
  add(*most);
  document.line(fmt::format("information per {}: from {}; --json and --html show every step",
                            dimension, fmt::join(parts, " to ")));
}

}  // namespace

void add_information_figure(const std::vector<InformationRow>& rows, Document& document) {
  document.section(
      "Information",
      "How much a bit of a value tells about the same bit of its neighbour, from 0 to 1 bit.");
  document.on_page(information_figure("variable", rows));
}

void add_information_lines(const TunedVariable& variable, const std::string& information_per,
                           Document& document) {
  add_bits(variable.information, document);
  add_steps(variable.steps, information_per, document);
}

page::Html information_details(const TunedVariable& variable, const std::string& information_per) {
  Html tables;
  for (const DimensionInformation& along : variable.information) tables += information_table(along);
  if (!tables.is_empty()) tables = page::details("Information in each bit", tables);
  return tables + steps_figure(variable.steps, information_per);
}

}  // namespace ncf::ops
