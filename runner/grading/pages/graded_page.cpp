#include "grading/pages/graded_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/split.h"
#include "base/text_width.h"
#include "report/draw.h"
#include "report/html_page.h"
#include "report/prose.h"
#include "report/sheet.h"

namespace warpledger {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (const std::string& line : split(text, '\n')) lines.push_back(one_line(line));
  return lines;
}

}  // namespace

std::string GradedPage::escaped(const std::string& text) const {
  if (is(Format::html)) return html_escaped(one_line(text));
  return is(Format::markdown) ? markdown_escaped(one_line(text)) : one_line(text);
}

/// HTML closes a list with a tag, other formats with a blank line.
void GradedPage::end_list() {
  if (in_list_) body_ += is(Format::html) ? "</ul>\n" : "\n";
  in_list_ = false;
}

void GradedPage::add_heading(int level, const std::string& text) {
  if (is(Format::csv)) return;
  end_list();
  if (level == 1) title_ = one_line(text);
  if (is(Format::html))
    body_ += fmt::format("<h{}>{}</h{}>\n", level, escaped(text), level);
  else
    body_ += prose_line(std::string(static_cast<std::size_t>(level), '#') + " " + escaped(text), options_.format,
                        options_.width) +
             "\n";
}

/// Wraps text and indents further lines as far as `first_indent`.
void GradedPage::add_wrapped(const std::string& text, const std::string& first_indent) {
  constexpr int kNarrowest = 40;
  const int columns = options_.width.is_limit ? options_.width.columns : std::max(options_.width.columns, kNarrowest);
  const auto width = static_cast<std::size_t>(columns);
  const LongWord long_word = options_.width.is_limit ? LongWord::is_cut : LongWord::stays_whole;
  std::string indent = first_indent;
  for (const std::string& line : wrap(text, width - indent.size(), long_word)) {
    body_ += indent + line + "\n";
    indent.assign(indent.size(), ' ');
  }
}

void GradedPage::add_paragraph(const std::string& text) {
  if (is(Format::csv)) return;
  end_list();
  if (is(Format::html)) {
    body_ += fmt::format("<p>{}</p>\n", escaped(text));
  } else if (is(Format::markdown)) {
    body_ += escaped(text) + "\n\n";
  } else {
    add_wrapped(escaped(text), "");
    body_ += "\n";
  }
}

void GradedPage::add_layout(const std::string& lines) {
  if (is(Format::html)) {
    body_ += fmt::format("<pre>{}</pre>", html_escaped(lines));
    return;
  }
  // Four blanks after the item's two make a Markdown code block, without markup.
  const char* indent = is(Format::markdown) ? "      " : "    ";
  if (is(Format::markdown)) body_ += "\n";
  for (const std::string& line : lines_of(lines)) body_ += indent + line + "\n";
  if (is(Format::markdown)) body_ += "\n";
}

void GradedPage::add_item(const std::string& lead, const std::string& text) {
  if (is(Format::csv)) return;
  if (!in_list_ && is(Format::html)) body_ += "<ul>\n";
  in_list_ = true;
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string first = escaped(text.substr(0, end));
  if (is(Format::html))
    body_ += fmt::format("<li><strong>{}</strong>: {}", escaped(lead), first);
  else if (is(Format::markdown))
    body_ += fmt::format("- **{}**: {}\n", escaped(lead), first);
  else
    add_wrapped(fmt::format("{}: {}", escaped(lead), first), "- ");
  if (end < text.size()) add_layout(text.substr(end + 1));
  if (is(Format::html)) body_ += "</li>\n";
}

void GradedPage::add_table(const Table& table) {
  end_list();
  body_ += is(Format::csv) ? render_spreadsheet(table) : render_table(table, options_.format, options_.width);
  if (is(Format::text) || is(Format::markdown)) body_ += "\n";
}

void GradedPage::add_html(const std::string& html) {
  if (!is(Format::html)) return;
  end_list();
  body_ += html;
}

std::string GradedPage::finished(const std::string& report) const {
  std::string body = body_ + (in_list_ && is(Format::html) ? "</ul>\n" : "");
  if (is(Format::html)) return html_page(title_, body + report, options_.assets);
  if (is(Format::csv)) return body;
  const std::string whole = body.substr(0, body.find_last_not_of('\n') + 1) + "\n";
  const std::string text = is(Format::text) ? wrap_lines(whole, options_.width) : whole;
  return report.empty() ? text : text + "\n" + report;
}

}  // namespace warpledger
