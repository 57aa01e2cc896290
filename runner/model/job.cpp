#include "model/job.h"

#include <algorithm>

namespace warpledger {

bool Program::operator==(const Program& other) const {
  const auto same = [](const SourceFile& a, const SourceFile& b) { return a.name == b.name && a.text == b.text; };
  return same(main, other.main) &&
         std::equal(headers.begin(), headers.end(), other.headers.begin(), other.headers.end(), same);
}

}  // namespace warpledger
