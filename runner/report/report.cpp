#include "report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "report/cell.h"
#include "report/draw.h"
#include "report/html_page.h"
#include "report/legend.h"
#include "report/page.h"
#include "report/plot_request.h"
#include "report/prose.h"
#include "report/sheet.h"
#include "report/table_block.h"
#include "report/text_table.h"

namespace warpledger {
namespace {

std::string html_footer(const Query& query) {
  std::string text = "<footer>\n";
  const Table runs = query(
      "SELECT printf('%s on %s. Run %s, started %s, warpledger %s.',"
      " experiment, (SELECT name FROM device), run_uuid, started_utc, tool_version) AS about FROM run_info");
  for (const std::vector<Cell>& run : runs.rows)
    text += fmt::format("<p>{}</p>\n", html_escaped(in_words(run.front())));
  const Table environment =
      query("SELECT name AS \"environment\", value AS \"during the run\" FROM environment ORDER BY name");
  if (!environment.rows.empty())
    text += fmt::format("<details><summary>Environment</summary>\n{}</details>\n",
                        render_table(environment, Format::html, {}));
  return text + "</footer>\n";
}

bool is_glossary(const std::string& line) { return trim(line) == "{{glossary}}"; }

bool has_glossary(const Prose& prose) { return std::any_of(prose.lines.begin(), prose.lines.end(), is_glossary); }

class Report {
 public:
  Report(const Page& page, const Query& query, const ReportOptions& options);

  void operator()(const Prose& prose);
  void operator()(const Verbatim& block);
  void operator()(const SqlBlock& block);
  std::string finished();

 private:
  std::string filled(std::size_t line, Format format);
  void add_markdown(const std::string& text);
  void add_glossary();
  void add_plot(const SqlBlock& block);
  void add_table();
  void add_note(const std::string& note);
  void add_block(const std::string& text);

  const Page& page_;
  const Query& query_;
  const ReportOptions& options_;
  Facts facts_;
  std::vector<TableBlock> tables_;  ///< answered before drawing, to find empty columns
  std::size_t tables_drawn_ = 0;
  EmptyColumns empty_;
  Glossary glossary_;
  bool glossary_printed_ = false;
  bool nothing_shown_ = false;  ///< omit the blank line after an empty block
  std::string title_;           ///< first heading, as plain text
  bool has_plots_ = false;
  bool plots_missed_ = false;  ///< the page already explains why it has no plots
  std::string text_;
};

Report::Report(const Page& page, const Query& query, const ReportOptions& options)
    : page_(page), query_(query), options_(options), facts_(query) {
  bool after_glossary = false;
  for (const Part& part : page.parts()) {
    if (const Prose* prose = std::get_if<Prose>(&part)) after_glossary |= has_glossary(*prose);
    const SqlBlock* block = std::get_if<SqlBlock>(&part);
    if (block == nullptr || block->kind != SqlBlock::Kind::table) continue;
    if (after_glossary)
      throw Error(page.place(block->fence_line, 1), "this table comes after {{glossary}}",
                  "move {{glossary}} after the last table");
    tables_.push_back(answered_table_block(page, *block, query));
    empty_.see(tables_.back().table, tables_.back().meanings, tables_.back().layout);
  }
}

void Report::operator()(const Prose& prose) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < prose.lines.size(); ++i) {
    const bool blank = trim(prose.lines[i]).empty();
    const bool is_title = title_.empty() && prose.lines[i].starts_with("# ");
    if (is_title) title_ = filled(prose.first_line + i, Format::text).substr(2);
    if (is_glossary(prose.lines[i])) {
      add_markdown(prose_lines(std::exchange(lines, {}), options_.format, options_.width));
      add_glossary();
    } else if (!blank || !nothing_shown_) {
      lines.push_back(filled(prose.first_line + i, options_.format));
    }
    nothing_shown_ = false;
    if (!is_title || options_.caveat.empty()) continue;
    add_markdown(prose_lines(std::exchange(lines, {}), options_.format, options_.width));
    add_note(options_.caveat);
  }
  add_markdown(prose_lines(lines, options_.format, options_.width));
}

void Report::add_markdown(const std::string& text) {
  text_ += options_.format == Format::html ? html_of_prose(printable(text)) : text;
}

std::string Report::filled(std::size_t line, Format format) {
  return fill(split_at_placeholders(page_, line), [&](const Placeholder& placeholder) {
    if (placeholder.name == "glossary")
      throw Error(placeholder.where, "the glossary shares its line with other text",
                  "move {{glossary}} to a separate line");
    std::string value = facts_.value(placeholder);
    if (format == Format::markdown) return markdown_escaped(value);
    return format == Format::html ? commonmark_escaped(value) : value;
  });
}

void Report::add_glossary() {
  glossary_printed_ = true;
  if (options_.format != Format::csv) text_ += render_table(glossary_.table(), options_.format, options_.width);
}

void Report::operator()(const Verbatim& block) {
  if (options_.format == Format::csv) return;
  add_markdown(join(block.lines, "\n") + "\n");
}

void Report::operator()(const SqlBlock& block) {
  if (block.kind == SqlBlock::Kind::table) {
    add_table();
  } else if (block.kind == SqlBlock::Kind::text) {
    const std::string text = render_text_block(page_, block, query_, options_.format);
    if (options_.format != Format::csv) add_block(text);
  } else {
    add_plot(block);
  }
}

void Report::add_table() {
  const TableBlock& table = tables_.at(tables_drawn_++);
  add_block(render_table_block(table, empty_, query_, options_, glossary_));
  if (const std::string note = empty_.note(table.meanings, query_); !note.empty()) add_note(note);
}

/// Below its table or title; `tell` receives it for CSV.
void Report::add_note(const std::string& note) {
  switch (options_.format) {
    case Format::csv:
      if (options_.tell) options_.tell(note);
      break;
    case Format::html:
      text_ += fmt::format("<p class=\"note\">{}.</p>\n", html_escaped(note));
      break;
    case Format::markdown:
      text_ += fmt::format("\n{}.\n", markdown_escaped(note));
      break;
    case Format::text:
      text_ += fmt::format("\n{}\n", join(wrap(note + ".", std::max(usable(options_.width), kNarrowestText)), "\n"));
  }
}

/// Outside of HTML, only checks the options.
void Report::add_plot(const SqlBlock& block) {
  const PlotRequest request = plot_request(page_, block);
  const std::string plots = options_.format == Format::html ? render_plot_block(page_, request, query_) : "";
  if (plots.empty() || options_.assets.plots_absent.empty()) {
    has_plots_ |= !plots.empty();
    add_block(plots);
  } else if (!plots_missed_) {
    plots_missed_ = true;
    add_block(fmt::format("<p class=\"note\">No plots: {}.</p>\n", html_escaped(options_.assets.plots_absent)));
  }
}

void Report::add_block(const std::string& text) {
  if (options_.format == Format::csv && !text.empty() && !text_.empty()) text_ += '\n';
  text_ += text;
  nothing_shown_ = text.empty();
}

std::string Report::finished() {
  if (!tables_.empty() && !glossary_printed_)
    throw Error(page_.place(0), "the page does not say what its columns mean", "end it with a line {{glossary}}");
  if (title_.empty() && !options_.caveat.empty()) add_note(options_.caveat);
  if (options_.format == Format::csv) return std::move(text_);
  if (options_.format != Format::html)
    return wrap_lines(printable(text_), options_.format == Format::text ? options_.width : LineWidth());
  std::string body = text_ + html_footer(query_);
  if (has_plots_) body = with_plot_scripts(body, options_.assets);
  return options_.is_part ? body : html_page(title_.empty() ? "warpledger" : title_, body, options_.assets);
}

}  // namespace

std::string render_report(const std::string& page_text, const std::string& page_path, const Query& query,
                          const ReportOptions& options) {
  const Page page(page_text, page_path);
  Report report(page, query, options);
  for (const Part& part : page.parts()) std::visit(report, part);
  return report.finished();
}

std::string Facts::value(const Placeholder& placeholder) {
  if (values_.empty()) load(placeholder.where);
  const auto found = values_.find(placeholder.name);
  if (found != values_.end()) return found->second;
  std::vector<std::string> names = {"glossary"};
  for (const auto& [name, value] : values_) names.push_back(name);
  throw Error(placeholder.where, "unknown placeholder '" + placeholder.name + "'",
              did_you_mean(placeholder.name, names));
}

void Facts::load(const Place& where) {
  for (const std::string view : {"device", "run_info"}) {
    const Table table = query_("SELECT * FROM " + view);
    if (table.rows.size() != 1)
      throw Error(
          where,
          "the view '" + view + "' has " + std::to_string(table.rows.size()) + " rows where a placeholder needs one",
          "select one run of a ledger that has one");
    for (std::size_t i = 0; i < table.columns.size(); ++i)
      values_[view + "." + table.columns[i]] = in_words(table.rows.front().at(i));
  }
}

}  // namespace warpledger
