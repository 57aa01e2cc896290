#include "report/render_table.h"

#include "report/draw.h"
#include "report/sheet.h"

namespace warpledger {

std::string render_table(const Table& table, Format format, const LineWidth& width) {
  const Sheet sheet = sheet_of(table, format);
  return draw(sheet, whole(sheet), format, width);
}

}  // namespace warpledger
