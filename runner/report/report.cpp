#include "report/report.h"

#include <string_view>
#include <utility>
#include <variant>

#include "base/error.h"
#include "base/text.h"
#include "report/facts.h"
#include "report/glossary.h"
#include "report/html_footer.h"
#include "report/html_page.h"
#include "report/html_prose.h"
#include "report/page.h"
#include "report/placeholder.h"
#include "report/plot_block.h"
#include "report/prose.h"
#include "report/render_table.h"
#include "report/sheet.h"
#include "report/table_block.h"
#include "report/text_block.h"

namespace warpledger {
namespace {

constexpr std::string_view kGlossaryLine = "{{glossary}}";

/// One report in the making; its parts are added in the page's order.
class Report {
 public:
  Report(const Page& page, const Query& query, const ReportOptions& options)
      : page_(page), query_(query), options_(options), facts_(query) {}

  void operator()(const Prose& prose);
  void operator()(const Verbatim& block);
  void operator()(const SqlBlock& block);
  std::string finished();

 private:
  std::string filled(std::size_t line, Format format);
  void add_prose(const std::string& lines);
  void add_glossary();
  void add_plot(const SqlBlock& block);
  void add_table(const SqlBlock& block);
  void add_block(const std::string& text);

  const Page& page_;
  const Query& query_;
  const ReportOptions& options_;
  Facts facts_;
  Glossary glossary_;
  bool has_table_ = false;
  bool glossary_printed_ = false;
  bool nothing_shown_ = false;  ///< the last block came out empty; the blank line after it goes with it
  std::string title_;           ///< the first heading, as plain text
  bool has_plots_ = false;
  std::string text_;
};

void Report::operator()(const Prose& prose) {
  std::string lines;
  for (std::size_t i = 0; i < prose.lines.size(); ++i) {
    const bool blank = trim(prose.lines[i]).empty();
    if (title_.empty() && prose.lines[i].starts_with("# "))
      title_ = filled(prose.first_line + i, Format::text).substr(2);
    if (trim(prose.lines[i]) == kGlossaryLine) {
      add_prose(std::exchange(lines, {}));
      add_glossary();
    } else if (!blank || !nothing_shown_) {
      lines += prose_line(filled(prose.first_line + i, options_.format), options_.format);
    }
    nothing_shown_ = false;
  }
  add_prose(lines);
}

void Report::add_prose(const std::string& lines) {
  text_ += options_.format == Format::html ? html_of_prose(lines) : lines;
}

std::string Report::filled(std::size_t line, Format format) {
  return fill(split_at_placeholders(page_, line), [&](const Placeholder& placeholder) {
    if (placeholder.name == "glossary")
      throw Error(placeholder.where, "the glossary needs a line of its own", "move {{glossary}} to its own line");
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
  add_prose(join(block.lines, "\n") + "\n");
}

void Report::operator()(const SqlBlock& block) {
  if (block.kind == SqlBlock::Kind::table) {
    add_table(block);
  } else if (block.kind == SqlBlock::Kind::text) {
    const std::string text = render_text_block(page_, block, query_, options_.format);
    if (options_.format != Format::csv) add_block(text);
  } else {
    add_plot(block);
  }
}

void Report::add_table(const SqlBlock& block) {
  if (glossary_printed_)
    throw Error(page_.place(block.fence_line, 1), "this table comes after {{glossary}}",
                "move {{glossary}} behind the last table");
  has_table_ = true;
  add_block(render_table_block(page_, block, query_, options_, glossary_));
}

/// Where there is nothing to look at, only the block's options are checked.
void Report::add_plot(const SqlBlock& block) {
  const PlotRequest request = plot_request(page_, block);
  const std::string plots = options_.format == Format::html ? render_plot_block(page_, request, query_) : "";
  has_plots_ |= !plots.empty();
  add_block(plots);
}

void Report::add_block(const std::string& text) {
  if (options_.format == Format::csv && !text.empty() && !text_.empty()) text_ += '\n';
  text_ += text;
  nothing_shown_ = text.empty();
}

std::string Report::finished() {
  if (has_table_ && !glossary_printed_)
    throw Error(page_.place(0), "the page does not say what its columns mean", "end it with a line {{glossary}}");
  if (options_.format != Format::html) return std::move(text_);
  return html_page(title_.empty() ? "warpledger" : title_, text_ + html_footer(query_), has_plots_, options_.assets);
}

}  // namespace

std::string render_report(const std::string& page_text, const std::string& page_path, const Query& query,
                          const ReportOptions& options) {
  const Page page(page_text, page_path);
  Report report(page, query, options);
  for (const Part& part : page.parts()) std::visit(report, part);
  return report.finished();
}

}  // namespace warpledger
