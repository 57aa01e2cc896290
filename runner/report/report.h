#pragma once

#include <functional>
#include <map>
#include <string>

#include "base/text_width.h"
#include "model/table.h"
#include "report/format.h"
#include "report/html_page.h"
#include "report/page.h"

namespace warpledger {

/// Answers one SELECT over the ledger's views, with the marks of modelled numbers. Throws Error, with the line within
/// `sql` where that is known.
using Query = std::function<Table(const std::string& sql)>;

struct ReportOptions {
  Format format = Format::text;
  LineWidth width = {};    ///< only text looks at it
  PageAssets assets = {};  ///< only HTML looks at them
  bool is_part = false;    ///< HTML for the body of a caller's html_page(), with the scripts of its plots
  /// What the whole page is to be read with, below its title: a sentence without its full stop; empty: nothing.
  std::string caveat = {};
  /// Takes what CSV has no place for, a sentence without its full stop: which columns are left out, and why.
  std::function<void(const std::string&)> tell = {};
};

/// The page `page_text` with its blocks of SQL answered and its placeholders filled, ending in a newline; CSV has the
/// tables only, HTML alone the plots. docs/write-a-report.md describes pages. `page_path` is for messages: whatever is
/// wrong with the page or with one of its queries is an Error that names the page, the line and the column. Nothing in
/// it steers a terminal, but in CSV, whose texts are as they are.
std::string render_report(const std::string& page_text, const std::string& page_path, const Query& query,
                          const ReportOptions& options);

/// What {{device.COLUMN}} and {{run_info.COLUMN}} in prose stand for: the columns of these two views, each of one row.
class Facts {
 public:
  /// `query` must outlive this; it is not asked before the first placeholder.
  explicit Facts(const Query& query) : query_(query) {}

  /// In words; "n/a" for NULL. Throws Error at the placeholder, with the names that exist, when there is none such.
  std::string value(const Placeholder& placeholder);

 private:
  void load(const Place& where);

  const Query& query_;
  std::map<std::string, std::string> values_;  ///< "device.name" -> "NVIDIA H200"
};

}  // namespace warpledger
