#include "grading/pages/class_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "grading/pages/graded_page.h"
#include "grading/pages/submission_note.h"
#include "grading/score/graded_class.h"
#include "grading/score/rule_rates.h"
#include "model/table.h"
#include "report/draw.h"
#include "report/html_page.h"

namespace warpledger {
namespace {

constexpr const char* kRatio = "the time relative to the reference's, with its interval";
constexpr const char* kUnknownNoise =
    "; another session's may be outside, because the device's noise is not measured: warpledger noise";

Cell ratio_cell(const std::optional<Ratio>& ratio, double Ratio::*part) {
  return ratio ? Cell(encode_number("%.3f", (*ratio).*part)) : Cell();
}

std::vector<std::string> columns_of(const GradedClass& graded) {
  const Grading& grading = graded.grading;
  std::vector<std::string> columns = {"submission"};
  for (const GradedProblem& problem : grading.problems)
    columns.push_back(fmt::format("{} | of {}", problem.name, points_text(problem.points)));
  columns.insert(columns.end(), {"adjustments", "total", "of", "open", "why 0"});
  if (has_ratios(grading)) columns.insert(columns.end(), {"ratio", "interval | from", "interval | to"});
  if (is_ranked(grading)) columns.emplace_back("rank");
  if (has_several_devices(graded)) columns.emplace_back("device");
  columns.emplace_back("flags");
  return columns;
}

/// Returns marks such as "[2] [3]", numbered over the class.
std::string footnotes(std::size_t first, std::size_t count) {
  std::vector<std::string> marks;
  for (std::size_t i = 0; i < count; ++i) marks.push_back(fmt::format("[{}]", first + i));
  return join(marks, " ");
}

Table table_of(const GradedClass& graded, bool with_notes) {
  Table table{columns_of(graded), {}};
  if (with_notes) table.columns.emplace_back("note");
  std::size_t next_flag = 1;
  for (const GradedSubmission& submission : graded.submissions) {
    const GradeSheet& sheet = submission.sheet;
    std::vector<Cell>& row = table.rows.emplace_back();
    row.emplace_back(sheet.submission);
    const auto points = [&](double given) { return submission.absent ? Cell() : points_cell(given); };
    for (const ProblemGrade& problem : sheet.problems) row.push_back(points(problem.given));
    row.push_back(sheet.adjustments.empty() ? Cell() : points_cell(adjusted_points(sheet)));
    row.push_back(points(sheet.total));
    row.push_back(points_cell(sheet.possible));
    row.push_back(sheet.open_points > 0 ? points_cell(sheet.open_points) : Cell());
    const std::optional<WhyZero> why = why_zero(graded.grading, submission);
    row.push_back(why ? Cell(std::string(name_of(*why))) : Cell());
    if (has_ratios(graded.grading)) {
      const std::optional<Ratio> ratio = ratio_of(graded.grading, submission);
      for (double Ratio::*part : {&Ratio::value, &Ratio::lower, &Ratio::upper}) row.push_back(ratio_cell(ratio, part));
    }
    if (is_ranked(graded.grading)) {
      const std::string rank = rank_text(standing_of(graded.grading, submission));
      row.push_back(rank.empty() ? Cell() : Cell(rank));
    }
    if (has_several_devices(graded))
      row.push_back(submission.device.mark.empty() ? Cell() : Cell(submission.device.mark));
    row.emplace_back(footnotes(next_flag, submission.flags.size()));
    next_flag += submission.flags.size();
    if (with_notes) row.emplace_back(submission_note(graded, submission));
  }
  return table;
}

/// Returns text such as "4 submissions, 1 with open points, 2 with flags."
std::string count_line(const GradedClass& graded) {
  const auto count = [&](auto chosen) { return std::ranges::count_if(graded.submissions, chosen); };
  const auto absent = count([](const GradedSubmission& one) { return one.absent; });
  const auto open = count([](const GradedSubmission& one) { return one.sheet.open_points > 0; });
  const auto flagged = count([](const GradedSubmission& one) { return !one.flags.empty(); });
  const auto handed_in = std::ssize(graded.submissions) - absent;
  std::string line = fmt::format("{} submission{}", handed_in, handed_in == 1 ? "" : "s");
  if (absent > 0) line += fmt::format(", {} not handed in", absent);
  if (open > 0) line += fmt::format(", {} with open points", open);
  if (flagged > 0) line += fmt::format(", {} with flags", flagged);
  if (!graded.passed_over.empty())
    line += fmt::format("; {} file{} passed over", graded.passed_over.size(),
                        graded.passed_over.size() == 1 ? " was" : "s were");
  return line + ".";
}

void add_legend(GradedPage& page, const GradedClass& graded) {
  page.add_item("adjustments", "points that a person added or deducted");
  page.add_item(
      "open",
      "points of rules that cannot be judged yet; the submission's page has the reason, and the total may grow");
  page.add_item("why 0", "what keeps a submission without points from having any; its page has the first such point");
  if (has_ratios(graded.grading))
    page.add_item("ratio", graded.noise_known ? kRatio : fmt::format("{}{}", kRatio, kUnknownNoise));
  if (is_ranked(graded.grading))
    page.add_item("rank",
                  "1 is the fastest; = marks a tie; a submission with flags has no rank until a person has looked");
  if (has_several_devices(graded)) page.add_item("device", "that timed the submission and, beside it, the reference");
}

void add_flags(GradedPage& page, const GradedClass& graded) {
  std::size_t next_flag = 1;
  for (const GradedSubmission& submission : graded.submissions)
    for (const Flag& flag : submission.flags) {
      if (next_flag == 1) page.add_heading(2, "Flags for a person to look at");
      page.add_item(fmt::format("[{}] {}", next_flag++, submission.sheet.submission), flag_text(flag));
    }
}

void add_notes(GradedPage& page, const GradedClass& graded) {
  const std::vector<std::string> notes = note_texts(graded.notes);
  if (!notes.empty()) page.add_heading(2, "Notes");
  for (const std::string& note : notes) page.add_paragraph(note + ".");
}

void add_passed_over(GradedPage& page, const GradedClass& graded) {
  if (graded.passed_over.empty()) return;
  page.add_heading(2, "Files that were passed over");
  for (const PassedOver& one : graded.passed_over) page.add_item(one.file, one.why);
}

}  // namespace

std::string class_page(const GradedClass& graded, const ReportOptions& options, bool in_folder) {
  GradedPage page(options);
  page.add_heading(1, fmt::format("Grades of {}", graded.experiment));
  page.add_paragraph(graded.about);
  if (graded.on_host) page.add_paragraph(std::string(kCheckedNotGraded));
  page.add_paragraph(count_line(graded));
  page.add_paragraph(fmt::format("Session {} on {}; its last run began {}. Secret seeds: {}.", graded.session,
                                 graded.device, graded.graded_utc, graded.seeds.empty() ? "none" : join(graded.seeds)));
  const bool is_table_alone = options.format == Format::csv;
  const Table table = table_of(graded, is_table_alone && has_submission_notes(graded));
  if (options.format == Format::html)
    page.add_html(class_overview_html(graded) + class_rows_html(graded, table, in_folder));
  else
    page.add_table(table);
  add_legend(page, graded);
  add_flags(page, graded);
  add_notes(page, graded);
  add_passed_over(page, graded);
  return page.finished();
}

namespace {

constexpr std::size_t kMostRanges = 12;

/// Percent-encodes a segment of a relative URL (RFC 3986).
std::string address_of(std::string_view name) {
  std::string address;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte < 0x80 && (std::isalnum(byte) != 0 || c == '-' || c == '_' || c == '.' || c == '~');
    address += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return address;
}

std::string plots_of(const GradedClass& graded) {
  std::vector<double> totals;
  std::vector<double> ratios;
  for (const GradedSubmission& submission : graded.submissions) {
    if (submission.absent) continue;
    totals.push_back(submission.sheet.total);
    if (const std::optional<Ratio> ratio = ratio_of(graded.grading, submission)) ratios.push_back(ratio->value);
  }
  return "<div class=\"histograms\">\n" +
         histogram_figure(histogram_of(totals, 0, kMostRanges), "Submissions by total", "points") +
         histogram_figure(histogram_of(ratios, 0, kMostRanges), "Submissions by ratio", "time over the reference's") +
         "</div>\n";
}

std::string share_bar(const RuleRate& rate) {
  const std::size_t all = rate.judged() + rate.open;
  std::string bar = "<span class=\"shares\" aria-hidden=\"true\">";
  const auto add = [&](const char* kind, std::size_t count) {
    if (count > 0)
      bar += fmt::format("<i class=\"{}\" style=\"width:{:.1f}%\"></i>", kind,
                         100 * static_cast<double>(count) / static_cast<double>(all));
  };
  add("met", rate.met);
  add("partly", rate.partly);
  add("none", rate.not_met);
  return bar + "</span>";
}

constexpr std::size_t kShares = 3;

Table table_of(const std::vector<RuleRate>& rates) {
  Table table{{"problem", "rule", "pass %", "shares", "met", "partly", "not met", "open", "mean points", "of"}, {}};
  for (const RuleRate& rate : rates) {
    const bool is_judged = rate.judged() > 0;
    const double passed = is_judged ? 100 * static_cast<double>(rate.met) / static_cast<double>(rate.judged()) : 0;
    const auto whole = [](std::size_t count) { return static_cast<std::int64_t>(count); };
    table.rows.push_back({rate.problem, rate.rule, is_judged ? Cell(encode_number("%.0f", passed)) : Cell(), "",
                          whole(rate.met), whole(rate.partly), whole(rate.not_met), whole(rate.open),
                          is_judged ? Cell(encode_number("%.1f", rate.mean_given)) : Cell(),
                          points_text(rate.possible)});
  }
  return table;
}

}  // namespace

std::string class_overview_html(const GradedClass& graded) {
  const std::vector<RuleRate> rates = rule_rates(graded);
  return plots_of(graded) +
         "<h2>Rules</h2>\n<p class=\"note\">A rule that nobody passes, or everybody, may be a bad rule.</p>\n" +
         render_html_table(table_of(rates),
                           [&](std::size_t row, std::size_t column, const std::string& text) {
                             return column == kShares ? share_bar(rates[row]) : text;
                           }) +
         "<h2>Submissions</h2>\n";
}

std::string class_rows_html(const GradedClass& graded, const Table& table, bool in_folder) {
  const auto cell = [&](std::size_t row, std::size_t column, const std::string& text) {
    const bool is_name = column == 0 && row < graded.submissions.size();
    if (!is_name || !in_folder || graded.submissions[row].absent) return text;
    return fmt::format("<a href=\"students/{}/index.html\">{}</a>",
                       address_of(graded.submissions[row].sheet.submission), text);
  };
  return (in_folder ? "<p><a href=\"copies.html\">Near copies</a></p>\n" : "") +
         std::string(
             "<p class=\"filter\" hidden><label>Filter <input type=\"search\" data-filters=\"class\" "
             "placeholder=\"a name, refused, [1]\"></label> <output></output></p>\n<div id=\"class\">") +
         render_html_table(table, cell) + "</div>\n";
}

namespace {

constexpr double kWidth = 480, kHeight = 150, kBelow = 22, kAbove = 16;

/// Returns the smallest value >= `least` that is 1, 2 or 5 times a power of ten.
double round_width(double least) {
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double digit : {1.0, 2.0, 5.0})
    if (digit * power >= least * (1 - 1e-9)) return digit * power;
  return 10 * power;
}

std::string bar(const Histogram& histogram, std::size_t i, const std::string& unit) {
  const std::size_t most = *std::ranges::max_element(histogram.counts);
  const double slot = kWidth / static_cast<double>(histogram.counts.size());
  const double room = kHeight - kAbove - kBelow;
  const double height = room * static_cast<double>(histogram.counts[i]) / static_cast<double>(most);
  const double left = slot * static_cast<double>(i);
  const double from = histogram.first + histogram.width * static_cast<double>(i);
  std::string svg = fmt::format("<text class=\"at\" x=\"{:.1f}\" y=\"{}\">{:.6g}</text>", left, kHeight - 6, from);
  if (histogram.counts[i] == 0) return svg;
  return svg + fmt::format(
                   "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"><title>{} from {:.6g} to {:.6g} "
                   "{}</title></rect><text class=\"count\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>",
                   left + 1, kHeight - kBelow - height, slot - 2, height, histogram.counts[i], from,
                   from + histogram.width, html_escaped(unit), left + slot / 2, kHeight - kBelow - height - 4,
                   histogram.counts[i]);
}

}  // namespace

Histogram histogram_of(const std::vector<double>& values, double least, std::size_t most_ranges) {
  Histogram histogram{.first = least, .counts = {}};
  if (values.empty()) return histogram;
  const double range = *std::ranges::max_element(values) - least;
  if (!(range > 0)) return {.first = least, .width = 1, .counts = {values.size()}};
  histogram.width = round_width(range / static_cast<double>(most_ranges));
  const double ranges = std::ceil(range / histogram.width * (1 - 1e-9));
  histogram.counts.assign(std::max<std::size_t>(static_cast<std::size_t>(ranges), 1), 0);
  for (const double value : values) {
    const double place = std::max((value - least) / histogram.width, 0.0);
    ++histogram.counts[std::min(static_cast<std::size_t>(place), histogram.counts.size() - 1)];
  }
  return histogram;
}

std::string histogram_figure(const Histogram& histogram, const std::string& caption, const std::string& unit) {
  if (histogram.counts.empty()) return "";
  std::string svg;
  for (std::size_t i = 0; i < histogram.counts.size(); ++i) svg += bar(histogram, i, unit);
  return fmt::format(
      "<figure class=\"histogram\"><figcaption>{}</figcaption>\n<svg viewBox=\"0 0 {} {}\" role=\"img\" "
      "aria-label=\"{}\">{}<path class=\"base\" d=\"M0 {}H{}\"/></svg>\n<p class=\"axis below\">{}</p></figure>\n",
      html_escaped(caption), kWidth, kHeight, html_escaped(caption), svg, kHeight - kBelow, kWidth, html_escaped(unit));
}

}  // namespace warpledger
