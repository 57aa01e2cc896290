#include "run/console.h"

#include "base/text.h"

namespace warpledger {

void Console::tell(std::string_view text) const { out << wrap_lines(printable(text), width) << std::flush; }

}  // namespace warpledger
