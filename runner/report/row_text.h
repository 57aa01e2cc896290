#pragma once

#include <string>

#include "model/table.h"
#include "report/json_rows.h"

namespace warpledger {

/// CSV or JSON text of an answer in parts.
class RowText {
 public:
  explicit RowText(bool json) : json_(json) {}

  std::string of(const Table& part);
  std::string end() const { return json_ ? rows_.end() : ""; }

 private:
  bool json_ = false;
  bool begun_ = false;
  JsonRowText rows_;
};

}  // namespace warpledger
