#include "report/text_block.h"

#include <vector>

#include "base/error.h"
#include "report/block.h"
#include "report/cell.h"
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
  for (const auto& row : table.rows)
    for (const Template& line : lines)
      text += fill(line,
                   [&](const Placeholder& placeholder) {
                     return in_words(row.at(column_index(table, placeholder.name, placeholder.where)));
                   }) +
              "\n";
  return text.empty() || format != Format::markdown ? text : "```text\n" + text + "```\n";
}

}  // namespace warpledger
