#pragma once

#include <map>
#include <string>

#include "report/page.h"
#include "report/report.h"

namespace warpledger {

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
