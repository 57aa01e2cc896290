#include "report/prose.h"

#include <algorithm>

#include "base/text.h"
#include "report/text_width.h"

namespace warpledger {

std::string prose_line(const std::string& line, Format format) {
  if (format == Format::csv) return {};
  const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
  if (format != Format::text || level == 0 || level == line.size() || line[level] != ' ') return line + "\n";
  const std::string title(trim(line.substr(level)));
  if (level > 2) return title + "\n";
  return title + "\n" + std::string(display_width(title), level == 1 ? '=' : '-') + "\n";
}

}  // namespace warpledger
