#include "grading/class_html.h"

#include <fmt/format.h>

#include <cctype>
#include <optional>
#include <string_view>
#include <vector>

#include "grading/histogram.h"
#include "grading/rule_rates.h"
#include "model/table.h"
#include "report/draw.h"

namespace warpledger {
namespace {

constexpr std::size_t kMostRanges = 12;

/// `name` as one part of a relative address (RFC 3986): all but what is never special in its hexadecimal bytes.
std::string address_of(std::string_view name) {
  std::string address;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte < 0x80 && (std::isalnum(byte) != 0 || c == '-' || c == '_' || c == '.' || c == '~');
    address += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return address;
}

/// Totals, and ratios to the reference's time where rules ask for them.
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

/// The shares of a rule's verdicts as a bar, met on the left.
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

constexpr std::size_t kShares = 3;  // column of the table of rules

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

}  // namespace warpledger
