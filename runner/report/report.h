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

/// Answers one SELECT over the ledger's views, with marks for modelled numbers. Throws Error, with the line in `sql` if
/// it is known.
using Query = std::function<Table(const std::string& sql)>;

struct ReportOptions {
  Format format = Format::text;
  LineWidth width = {};    ///< only for text
  PageAssets assets = {};  ///< only for HTML
  bool is_part = false;    ///< return HTML for the body of a caller's html_page(), with the scripts of its plots
  /// Warning below the page's title: a sentence without the full stop; empty: none.
  std::string caveat = {};
  /// Receives notes that CSV cannot hold, such as which columns are left out and why: a sentence without the full stop.
  std::function<void(const std::string&)> tell = {};
};

/// Renders the page `page_text`: answers its SQL blocks, fills its placeholders and ends with a newline. CSV has only
/// the tables, and only HTML has plots. docs/write-a-report.md describes pages. `page_path` is for messages: any
/// problem of the page or its queries is an Error with page, line and column. The output cannot control a terminal,
/// except CSV, whose text is unchanged.
std::string render_report(const std::string& page_text, const std::string& page_path, const Query& query,
                          const ReportOptions& options);

/// Values of {{device.COLUMN}} and {{run_info.COLUMN}} in prose: columns of these two one-row views.
class Facts {
 public:
  /// `query` must outlive this; it is first called for the first placeholder.
  explicit Facts(const Query& query) : query_(query) {}

  /// Returns the value in words, "n/a" for NULL. Throws Error at the placeholder, with the existing names, if there is
  /// none.
  std::string value(const Placeholder& placeholder);

 private:
  void load(const Place& where);

  const Query& query_;
  std::map<std::string, std::string> values_;  ///< "device.name" -> "NVIDIA H200"
};

}  // namespace warpledger
