#include "report/text_block.h"

#include <vector>

#include "base/error.h"
#include "report/block.h"
#include "report/html_text.h"
#include "report/legend.h"
#include "report/placeholder.h"

namespace warpledger {

std::string render_text_block(const Page& page, const SqlBlock& block, const Query& query, Format format) {
  std::vector<Template> lines;
  for (const BlockOption& option : block_options(page, block, {{.name = "line", .repeatable = true}}))
    lines.push_back(split_at_placeholders(page, option.line, option.value_at));
  if (lines.empty())
    throw Error(page.place(block.fence_line, 1), "this block of text has no line",
                "begin it with -- line: TEXT, where {{COLUMN}} stands for a column of the query");
  const Table table = answer_of(page, block, query);
  for (const Template& line : lines)
    for (const Placeholder& placeholder : line.placeholders) column_index(table, placeholder.name, placeholder.where);
  std::string text;
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    for (const Template& line : lines) text += filled_line(line, table, row, Format::text) + "\n";
  if (!text.empty() && format == Format::markdown) text = "```text\n" + text + "```\n";
  if (!text.empty() && format == Format::html) text = "<pre>" + html_escaped(text) + "</pre>\n";
  return text + legend_of(table, query, format);
}

}  // namespace warpledger
