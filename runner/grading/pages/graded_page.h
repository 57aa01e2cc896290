#pragma once

#include <string>

#include "model/table.h"
#include "report/report.h"

namespace warpledger {

/// Builds a page in a report's format. Escapes all text, because students write much of it. CSV has only the tables.
class GradedPage {
 public:
  explicit GradedPage(const ReportOptions& options) : options_(options) {}

  /// Level 1 is the page's title and comes first.
  void add_heading(int level, const std::string& text);

  void add_paragraph(const std::string& text);

  /// Adds a list item. Lines of `text` after the first keep their layout.
  void add_item(const std::string& lead, const std::string& text);

  void add_table(const Table& table);

  /// Adds raw HTML; other formats omit it.
  void add_html(const std::string& html);

  /// Returns the page, followed by `report`, which must have the same format; in HTML, it is a part (ReportOptions).
  std::string finished(const std::string& report = "") const;

 private:
  void end_list();
  bool is(Format format) const { return options_.format == format; }
  std::string escaped(const std::string& text) const;
  void add_wrapped(const std::string& text, const std::string& first_indent);
  void add_layout(const std::string& lines);

  ReportOptions options_;
  std::string title_;
  std::string body_;
  bool in_list_ = false;
};

}  // namespace warpledger
