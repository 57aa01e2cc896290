#include "spec/joined_lines.h"

#include <sstream>

namespace warpledger {
namespace {

/// `line` without the backslash that joins it to the next and all behind that; false when there is none.
bool take_backslash(std::string& line) {
  const std::size_t last = line.find_last_not_of(" \t\f\r");
  if (last == std::string::npos || line[last] != '\\') return false;
  line.erase(last);
  return true;
}

}  // namespace

std::string_view JoinedLine::part(std::size_t index) const {
  const std::size_t end = index + 1 < parts.size() ? parts[index + 1].start : text.size();
  return std::string_view(text).substr(parts[index].start, end - parts[index].start);
}

std::size_t JoinedLine::comment_start() const {
  const std::size_t start = text.find("//");
  if (start == std::string::npos || parts.size() > 1) return text.size();
  const std::size_t parenthesis = text.find(')', start);
  const bool in_string = text.find('"') < start;
  const bool ends_raw_string = parenthesis != std::string::npos && text.find('"', parenthesis) != std::string::npos;
  return in_string || ends_raw_string || text.find("*/") != std::string::npos ? text.size() : start;
}

Place JoinedLine::place(const std::string& file, std::size_t at) const {
  std::size_t index = 0;
  while (index + 1 < parts.size() && parts[index + 1].start <= at) ++index;
  return {file, parts[index].number, at - parts[index].start + 1, parts[index].whole};
}

std::vector<JoinedLine> joined_lines(const std::string& text) {
  std::vector<JoinedLine> lines;
  std::istringstream stream(text);
  std::size_t number = 0;
  bool goes_on = false;
  for (std::string line; std::getline(stream, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (!goes_on) lines.emplace_back();
    JoinedLine& joined = lines.back();
    joined.parts.push_back({joined.text.size(), ++number, line});
    goes_on = take_backslash(line);
    joined.text += line;
  }
  return lines;
}

}  // namespace warpledger
