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

/// Answers a SELECT over the ledger's views. Throws Error, with the line in `sql` if known.
using Query = std::function<Table(const std::string& sql)>;

struct ReportOptions {
  Format format = Format::text;
  LineWidth width = {};    ///< for text
  PageAssets assets = {};  ///< for HTML
  bool is_part = false;    ///< HTML for a caller's html_page()
  /// Sentence without full stop, below the title; may be empty.
  std::string caveat = {};
  /// Receives notes for which CSV has no place, as sentences without full stop.
  std::function<void(const std::string&)> tell = {};
};

/// Answers the SQL blocks and fills the placeholders of a page (docs/write-a-report.md). CSV has only tables, only HTML
/// has plots. Problems of the page or its queries are an Error with page, line and column. Only CSV may contain control
/// characters.
std::string render_report(const std::string& page_text, const std::string& page_path, const Query& query,
                          const ReportOptions& options);

/// Values of {{device.COLUMN}} and {{run_info.COLUMN}}, from two one-row views.
class Facts {
 public:
  /// `query` must outlive this; the first placeholder calls it.
  explicit Facts(const Query& query) : query_(query) {}

  /// Returns the value, "n/a" for NULL. Throws Error at the placeholder with the existing names.
  std::string value(const Placeholder& placeholder);

 private:
  void load(const Place& where);

  const Query& query_;
  std::map<std::string, std::string> values_;  ///< "device.name" -> "NVIDIA H200"
};

}  // namespace warpledger
