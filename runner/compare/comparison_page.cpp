#include "compare/comparison_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/text.h"
#include "model/device_name.h"
#include "model/table.h"
#include "report/draw.h"
#include "report/html_page.h"
#include "report/legend.h"
#include "report/sheet.h"

namespace warpledger {
namespace {

Cell number(const char* format, std::optional<double> value) {
  return value ? Cell(encode_number(format, *value)) : Cell();
}

std::string effects_of(const ComparedPoint& point) {
  constexpr std::size_t kMost = 3;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < std::min(kMost, point.effects.size()); ++i)
    texts.push_back(text_of(point.effects[i]) +
                    std::string(point.modelled.contains(point.effects[i].name) ? kModelledSuffix : ""));
  if (point.effects.size() > kMost) texts.push_back(fmt::format("{} more", point.effects.size() - kMost));
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string why(const Comparison& comparison) {
  const std::string decides = what_decides(comparison);
  const std::string rounds =
      comparison.rounds > 0 && comparison.time ? fmt::format(", in {} rounds", comparison.rounds) : "";
  return decides.empty() ? comparison.reason + rounds : fmt::format("{}{}; {}", comparison.reason, rounds, decides);
}

Table table_of(const RunComparison& comparison) {
  const std::string interval = fmt::format("{:.3g} % interval", 100 * comparison.criteria.confidence);
  Table table{{"point", "before µs", "after µs", "ratio", interval + " | from", interval + " | to", "verdict", "why",
               "counters that changed"},
              {}};
  for (const ComparedPoint& point : comparison.points) {
    const auto& time = point.comparison.time;
    const auto of_time = [&](double Ratio::*part) { return time ? std::optional((*time).*part) : std::nullopt; };
    table.rows.push_back({point.name, number("%.2f", point.before_us), number("%.2f", point.after_us),
                          number("%.3f", of_time(&Ratio::value)), number("%.3f", of_time(&Ratio::lower)),
                          number("%.3f", of_time(&Ratio::upper)), std::string(name_of(point.comparison.verdict)),
                          why(point.comparison), effects_of(point)});
  }
  return table;
}

std::string side_line(const ComparedSide& side, const ComparedSide& other) {
  std::string line = fmt::format(
      "run {} of {}, {}, {}", side.run.uuid.substr(0, 8), side.run.experiment, side.run.started_utc,
      name_beside({side.run.device_name, side.run.device_uuid}, {other.run.device_name, other.run.device_uuid}));
  if (!side.run.submission.empty()) line += fmt::format(", submission {}", side.run.submission);
  if (!side.kernel.empty()) line += fmt::format(", kernel {}", side.kernel);
  return line;
}

std::string again_line(const RunComparison& comparison) {
  if (!comparison.again) return "";
  const auto& [before, after] = *comparison.again;
  const auto count =
      std::ranges::count_if(comparison.points, [](const ComparedPoint& p) { return p.comparison.rounds > 0; });
  return fmt::format("measured again, in turn, where these left a point INCONCLUSIVE: {} point{}, runs {} and {}",
                     count, count == 1 ? "" : "s", before.uuid.substr(0, 8), after.uuid.substr(0, 8));
}

std::string floor_line(const RunComparison& comparison) {
  if (comparison.noise_floors.empty()) return "noise floor: not measured on this device (warpledger noise)";
  std::vector<std::string> lines;
  for (const NoiseFloor& floor : comparison.noise_floors)
    lines.push_back(fmt::format(
        "noise floor of {}: {:.2g} % and {:.0f} ns; of {} comparisons of identical code, {} came out FASTER or "
        "SLOWER ({:.1f} %, measured {})",
        floor.device_name, 100 * floor.relative, floor.offset_ns, floor.comparisons, floor.false_verdicts,
        100 * static_cast<double>(floor.false_verdicts) / static_cast<double>(floor.comparisons),
        floor.measured_utc.substr(0, 10)));
  return fmt::format("{}", fmt::join(lines, "\n"));
}

std::string clock_line(const RunComparison& comparison) {
  if (!comparison.clocks_unknown) return "";
  return "SM clocks: not in imported runs; times alone decide, and another clock makes other times";
}

/// A different empty launch biases all short points the same way.
std::string empty_launch_line(const RunComparison& comparison) {
  constexpr double kWorthSaying_us = 0.2;  // two runs on one device differ by less (benchmarks/repeat.md)
  const auto& [before_us, after_us] = comparison.empty_launch_us;
  if (!before_us || !after_us || std::abs(*before_us - *after_us) < kWorthSaying_us) return "";
  return fmt::format(
      "an empty launch takes {:.2f} µs before and {:.2f} µs after: short times differ by so much whatever is launched",
      *before_us, *after_us);
}

std::string summary_line(const RunComparison& comparison) {
  const std::size_t points = std::accumulate(comparison.counts.begin(), comparison.counts.end(), std::size_t{0});
  std::string line = fmt::format("{} point{}:", points, points == 1 ? "" : "s");
  for (std::size_t i = 0; i < kVerdictNames.size(); ++i)
    line += fmt::format("{} {} {}", i == 0 ? "" : ",", comparison.counts.at(i), kVerdictNames.at(i));
  if (const auto& mean = comparison.mean) {
    line += fmt::format("; geometric mean of the ratios {:.3f}", mean->value);
    if (std::isfinite(mean->upper))
      line += fmt::format(", {:.3g} % interval {:.3f} to {:.3f} (Student's t on their logarithms)",
                          100 * comparison.criteria.confidence, mean->lower, mean->upper);
  }
  return line;
}

/// Verdicts that remain after correction over all points.
std::string gate_line(const RunComparison& comparison) {
  const auto of = [](const std::array<std::size_t, 4>& counts, Verdict verdict) {
    return counts.at(static_cast<std::size_t>(verdict));
  };
  if (of(comparison.counts, Verdict::faster) + of(comparison.counts, Verdict::slower) == 0) return "";
  const char* between_runs =
      comparison.noise_floors.empty() ? "; without a noise floor, what identical runs differ by counts as well" : "";
  return fmt::format(
      "by Holm's correction over all points, {} FASTER and {} SLOWER hold at {:.2g} %; --fail-on counts "
      "these{}",
      of(comparison.holding, Verdict::faster), of(comparison.holding, Verdict::slower),
      100 * (1 - comparison.criteria.confidence), between_runs);
}

/// "3 only before: a, b, c"
std::string left_over_line(const std::vector<std::string>& identities, const char* where) {
  constexpr std::size_t kMost = 5;
  if (identities.empty()) return "";
  const std::size_t shown = std::min(kMost, identities.size());
  std::string line = fmt::format("{} only {}: {}", identities.size(), where,
                                 fmt::join(identities.begin(), identities.begin() + static_cast<long>(shown), "; "));
  if (shown < identities.size()) line += "; ...";
  return line;
}

/// "2 points are another problem on each side and are not compared: a: n=1 -> n=2; b: ..."
std::string other_problems_line(const RunComparison& comparison) {
  constexpr std::size_t kMost = 5;
  const std::vector<OtherProblem>& all = comparison.other_problems;
  if (all.empty()) return "";
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min(kMost, all.size()); ++i)
    shown.push_back(fmt::format("{}: {}", all[i].name, all[i].difference));
  return fmt::format("another problem, not compared: {} point{}: {}{}", all.size(), all.size() == 1 ? "" : "s",
                     join(shown, "; "), all.size() > kMost ? "; ..." : "");
}

bool has_modelled(const RunComparison& comparison) {
  for (const ComparedPoint& point : comparison.points)
    for (const CounterEffect& effect : point.effects)
      if (point.modelled.contains(effect.name)) return true;
  return false;
}

/// Markdown and HTML would join lines, so each is a paragraph.
void add_lines(std::string& page, const std::vector<std::string>& lines, Format format) {
  for (const std::string& line : lines) {
    if (line.empty()) continue;
    if (format == Format::html) page += fmt::format("<p>{}</p>\n", html_escaped(line));
    if (format == Format::markdown) page += markdown_escaped(line) + "\n\n";
    if (format == Format::text) page += printable(line) + "\n";
  }
}

}  // namespace

std::string comparison_page(const RunComparison& comparison, Format format, const LineWidth& width) {
  std::string table = render_table(table_of(comparison), format, width);
  if (format == Format::csv) return table;
  std::string page;
  add_lines(
      page,
      {fmt::format("before: {}", side_line(comparison.before, comparison.after)),
       fmt::format("after:  {}", side_line(comparison.after, comparison.before)), again_line(comparison),
       fmt::format("differences below {:.3g} % or the noise floor are ignored", 100 * comparison.criteria.threshold),
       floor_line(comparison), clock_line(comparison), empty_launch_line(comparison)},
      format);
  if (format == Format::text) page += '\n';
  page += table + '\n';
  add_lines(page,
            {summary_line(comparison), gate_line(comparison), other_problems_line(comparison),
             left_over_line(comparison.only_before, "before"), left_over_line(comparison.only_after, "after"),
             has_modelled(comparison) ? kModelledLegend : ""},
            format);
  return format == Format::text ? wrap_lines(page, width) : page;
}

RunComparison clearest(RunComparison comparison, std::size_t most) {
  const auto rank = [](const ComparedPoint& point) {
    return point.comparison.verdict == Verdict::inconclusive ? 2 : point.holds ? 0 : 1;
  };
  std::erase_if(comparison.points,
                [](const ComparedPoint& point) { return point.comparison.verdict == Verdict::same; });
  std::ranges::stable_sort(comparison.points, {}, rank);
  comparison.points.resize(std::min(most, comparison.points.size()));
  return comparison;
}

}  // namespace warpledger
