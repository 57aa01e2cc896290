#include "report/placeholder.h"

#include <string_view>

#include "base/text.h"
#include "base/text_width.h"

namespace warpledger {

Template split_at_placeholders(const Page& page, std::size_t line, std::size_t first) {
  const std::string text = page.place(line).line_text;
  Template result;
  std::size_t done = first;
  for (std::size_t open = 0; (open = text.find("{{", done)) != std::string::npos;) {
    const std::size_t close = text.find("}}", open);
    if (close == std::string::npos)
      throw Error(page.place(line, display_width(std::string_view(text).substr(0, open)) + 1),
                  "this placeholder is not closed", "end it with }}");
    const std::string_view name = trim(std::string_view(text).substr(open + 2, close - open - 2));
    const std::size_t column = display_width(std::string_view(text).substr(0, open + 2)) + 1;
    result.placeholders.push_back({text.substr(done, open - done), std::string(name), page.place(line, column)});
    done = close + 2;
  }
  result.text_after = text.substr(done);
  return result;
}

std::string fill(const Template& text, const std::function<std::string(const Placeholder&)>& value) {
  std::string line;
  for (const Placeholder& placeholder : text.placeholders) line += placeholder.text_before + value(placeholder);
  return line + text.text_after;
}

}  // namespace warpledger
