#include "report/row_text.h"

#include <utility>

#include "report/draw.h"
#include "report/sheet.h"

namespace warpledger {

std::string RowText::of(const Table& part) {
  if (json_) return rows_.of(part);
  const Sheet sheet = sheet_of(part, Format::csv);
  return std::exchange(begun_, true) ? draw_csv_rows(sheet, whole(sheet)) : draw_csv(sheet, whole(sheet));
}

}  // namespace warpledger
