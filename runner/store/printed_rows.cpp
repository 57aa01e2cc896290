#include "store/printed_rows.h"

#include <sstream>

#include "base/file.h"

namespace warpledger {
namespace {

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      fields.emplace_back();
    else
      fields.back() += c;
  }
  return fields;
}

}  // namespace

std::optional<double> PrintedRow::find(const std::string& column) const {
  const std::string& cell = text(column);
  return cell.empty() ? std::nullopt : std::optional(std::stod(cell));
}

std::vector<PrintedRow> printed_rows(const std::string& name) {
  std::istringstream lines(read_file(WARPLEDGER_SOURCE_DIR "/runner/store/testdata/" + name + ".csv"));
  std::string line;
  std::getline(lines, line);
  const std::vector<std::string> names = fields_of(line);
  std::vector<PrintedRow> rows;
  while (std::getline(lines, line)) {
    const std::vector<std::string> fields = fields_of(line);
    std::map<std::string, std::string> cells;
    for (std::size_t i = 0; i < names.size(); ++i) cells[names[i]] = fields.at(i);
    rows.emplace_back(std::move(cells));
  }
  return rows;
}

}  // namespace warpledger
