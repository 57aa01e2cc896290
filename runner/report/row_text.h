#pragma once

#include <string>

#include "model/table.h"
#include "report/json_rows.h"

namespace warpledger {

/// Text of an answer in parts, as one CSV table or one JSON array.
class RowText {
 public:
  explicit RowText(bool json) : json_(json) {}

  /// Returns the text of `part`.
  std::string of(const Table& part);
  /// Returns the end of the text.
  std::string end() const { return json_ ? rows_.end() : ""; }

 private:
  bool json_ = false;
  bool begun_ = false;
  JsonRowText rows_;
};

}  // namespace warpledger
