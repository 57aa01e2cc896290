#pragma once

#include <string>

#include "model/table.h"
#include "report/report.h"

namespace warpledger {

/// A page about grades in the making, in one of the formats of reports. Every text is plain and shown as it is,
/// whatever is in it: much of it was written by those who are graded. CSV has the tables only.
class GradedPage {
 public:
  explicit GradedPage(const ReportOptions& options) : options_(options) {}

  /// Level 1 is the page's own, with which it begins.
  void add_heading(int level, const std::string& text);

  void add_paragraph(const std::string& text);

  /// An item of a list. Lines of `text` behind its first one are shown below it in their own layout.
  void add_item(const std::string& lead, const std::string& text);

  void add_table(const Table& table);

  /// HTML as it is; other formats leave it out.
  void add_html(const std::string& html);

  /// The page. `report` is a report of the same format, in HTML a part (ReportOptions), which follows it; empty: none.
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
