#include "grading/class_html.h"

#include <fmt/format.h>

#include <cctype>
#include <optional>
#include <string_view>
#include <vector>

#include "base/text_width.h"
#include "grading/histogram.h"
#include "grading/rule_rates.h"
#include "report/html_page.h"

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

std::string rule_row(const RuleRate& rate) {
  const std::string passed =
      rate.judged() == 0 ? "<td class=\"number\">-</td>"
                         : fmt::format("<td class=\"number\" data-value=\"{0:.6g}\">{1:.0f} %</td>",
                                       static_cast<double>(rate.met) / static_cast<double>(rate.judged()),
                                       100 * static_cast<double>(rate.met) / static_cast<double>(rate.judged()));
  return fmt::format(
      "<tr><td>{}</td><td>{}</td>{}<td>{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>"
      "<td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td></tr>\n",
      html_escaped(one_line(rate.problem)), html_escaped(one_line(rate.rule)), passed, share_bar(rate), rate.met,
      rate.partly, rate.not_met, rate.open,
      rate.judged() == 0 ? "-" : fmt::format("{:.1f} of {}", rate.mean_given, points_text(rate.possible)));
}

constexpr const char* kRuleHeadings =
    "<thead><tr class=\"headings\"><th scope=\"col\">problem</th><th scope=\"col\">rule</th>"
    "<th scope=\"col\" class=\"number\">pass</th><th scope=\"col\">shares</th><th scope=\"col\" "
    "class=\"number\">met</th><th scope=\"col\" class=\"number\">partly</th><th scope=\"col\" class=\"number\">not "
    "met</th><th scope=\"col\" class=\"number\">open</th><th scope=\"col\" class=\"number\">mean points</th></tr>"
    "</thead>\n";

}  // namespace

std::string class_overview_html(const GradedClass& graded) {
  std::string rules;
  for (const RuleRate& rate : rule_rates(graded)) rules += rule_row(rate);
  return plots_of(graded) +
         "<h2>Rules</h2>\n<p class=\"note\">A rule that nobody passes, or everybody, may be a bad rule.</p>\n"
         "<div class=\"scroll\"><table>\n" +
         kRuleHeadings + "<tbody>\n" + rules + "</tbody>\n</table></div>\n<h2>Submissions</h2>\n";
}

std::string class_rows_html(const GradedClass& graded, const std::string& table, bool in_folder) {
  std::string html = in_folder ? "<p><a href=\"copies.html\">Near copies</a></p>\n" : "";
  html +=
      "<p class=\"filter\" hidden><label>Filter <input type=\"search\" data-filters=\"class\" "
      "placeholder=\"a name, refused, [1]\"></label> <output></output></p>\n<div id=\"class\">";
  std::size_t from = 0, row = table.find("<tbody>");
  for (const GradedSubmission& submission : graded.submissions) {
    row = table.find("<tr", row + 1);
    const std::size_t cell = table.find('>', table.find("<td", row)) + 1;
    const std::size_t end = table.find("</td>", cell);
    if (row == std::string::npos || end == std::string::npos) break;  // a table of fewer rows
    if (!in_folder || submission.absent) continue;
    html += fmt::format("{}<a href=\"students/{}/index.html\">{}</a>", table.substr(from, cell - from),
                        address_of(submission.sheet.submission), table.substr(cell, end - cell));
    from = end;
  }
  return html + table.substr(from) + "</div>\n";
}

}  // namespace warpledger
