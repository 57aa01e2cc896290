#pragma once

#include <string>

#include "model/table.h"
#include "report/json_rows.h"

namespace warpledger {

/// An answer that comes in parts as the text of one CSV table, or of one JSON array.
class RowText {
 public:
  explicit RowText(bool json) : json_(json) {}

  /// What `part` adds to the text.
  std::string of(const Table& part);
  /// What ends it.
  std::string end() const { return json_ ? rows_.end() : ""; }

 private:
  bool json_ = false;
  bool begun_ = false;
  JsonRowText rows_;
};

}  // namespace warpledger
