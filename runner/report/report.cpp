#include "report/report.h"

#include <string_view>
#include <variant>

#include "base/error.h"
#include "report/facts.h"
#include "report/glossary.h"
#include "report/page.h"
#include "report/placeholder.h"
#include "report/prose.h"
#include "report/render_table.h"
#include "report/sheet.h"
#include "report/table_block.h"
#include "report/text_block.h"
#include "report/text_width.h"

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
  std::string filled(std::size_t line);
  void add_glossary();
  void add_block(const std::string& text);

  const Page& page_;
  const Query& query_;
  const ReportOptions& options_;
  Facts facts_;
  Glossary glossary_;
  bool has_table_ = false;
  bool glossary_printed_ = false;
  bool nothing_shown_ = false;  ///< the last block came out empty; the blank line after it goes with it
  std::string text_;
};

void Report::operator()(const Prose& prose) {
  for (std::size_t i = 0; i < prose.lines.size(); ++i) {
    const bool blank = trim(prose.lines[i]).empty();
    if (trim(prose.lines[i]) == kGlossaryLine)
      add_glossary();
    else if (!blank || !nothing_shown_)
      text_ += prose_line(filled(prose.first_line + i), options_.format);
    nothing_shown_ = false;
  }
}

std::string Report::filled(std::size_t line) {
  return fill(split_at_placeholders(page_, line), [&](const Placeholder& placeholder) {
    if (placeholder.name == "glossary")
      throw Error(placeholder.where, "the glossary needs a line of its own", "move {{glossary}} to its own line");
    const std::string value = facts_.value(placeholder);
    return options_.format == Format::markdown ? markdown_escaped(value) : value;
  });
}

void Report::add_glossary() {
  glossary_printed_ = true;
  if (options_.format != Format::csv) text_ += render_table(glossary_.table(), options_.format, options_.width);
}

void Report::operator()(const Verbatim& block) {
  if (options_.format == Format::csv) return;
  for (const std::string& line : block.lines) text_ += line + "\n";
}

void Report::operator()(const SqlBlock& block) {
  if (block.kind == SqlBlock::Kind::text) {
    const std::string text = render_text_block(page_, block, query_, options_.format);
    if (options_.format != Format::csv) add_block(text);
    return;
  }
  if (glossary_printed_)
    throw Error(page_.place(block.fence_line, 1), "this table comes after {{glossary}}",
                "move {{glossary}} behind the last table");
  has_table_ = true;
  add_block(render_table_block(page_, block, query_, options_, glossary_));
}

void Report::add_block(const std::string& text) {
  if (options_.format == Format::csv && !text.empty() && !text_.empty()) text_ += '\n';
  text_ += text;
  nothing_shown_ = text.empty();
}

std::string Report::finished() {
  if (has_table_ && !glossary_printed_)
    throw Error(page_.place(0), "the page does not say what its columns mean", "end it with a line {{glossary}}");
  return std::move(text_);
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
