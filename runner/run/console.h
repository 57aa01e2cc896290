#pragma once

#include <ostream>
#include <string_view>

#include "base/text_width.h"

namespace warpledger {

/// Where a person is told how work is going: a terminal, or a log.
struct Console {
  std::ostream& out;
  bool takes_escape_codes = false;  ///< a line may be written over
  LineWidth width = {};

  /// printable() `text`, its lines no wider than `width`.
  void tell(std::string_view text) const;
};

}  // namespace warpledger
