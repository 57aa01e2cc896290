#include "report/draw.h"

#include "report/csv_text.h"

namespace warpledger {

std::string draw_markdown(const Sheet& sheet, const Selection& selection) {
  std::string headings = "|";
  std::string rule = "|";
  for (const std::size_t i : selection.columns) {
    const Column& column = sheet.columns[i];
    headings += " " + markdown_escaped(column.title()) + " |";
    rule += column.numeric && !column.bar ? " ---: |" : " --- |";
  }
  std::string text = headings + "\n" + rule + "\n";
  for (std::size_t row = selection.first_row; row < selection.end_row; ++row) {
    text += '|';
    for (const std::size_t i : selection.columns) text.append(" ").append(sheet.rows[row][i]).append(" |");
    text += '\n';
  }
  return text;
}

std::string draw_csv(const Sheet& sheet, const Selection& selection) {
  std::string text;
  const auto end_field = [&](std::size_t i) { text += i == selection.columns.back() ? '\n' : ','; };
  for (const std::size_t i : selection.columns) {
    text += csv_quoted(csv_text(sheet.columns[i].title()));
    end_field(i);
  }
  for (std::size_t row = selection.first_row; row < selection.end_row; ++row) {
    for (const std::size_t i : selection.columns) {
      text += csv_quoted(sheet.rows[row][i]);
      end_field(i);
    }
  }
  return text;
}

std::string draw(const Sheet& sheet, const Selection& selection, Format format, const LineWidth& width) {
  switch (format) {
    case Format::markdown:
      return draw_markdown(sheet, selection);
    case Format::csv:
      return draw_csv(sheet, selection);
    case Format::html:
      return draw_html(sheet, selection);
    default:
      return draw_text(sheet, selection, width);
  }
}

}  // namespace warpledger
