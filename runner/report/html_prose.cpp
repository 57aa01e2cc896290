#include "report/html_prose.h"

#include <cmark.h>

#include <cstdlib>
#include <memory>

namespace warpledger {

std::string html_of_prose(const std::string& markdown) {
  // Without CMARK_OPT_UNSAFE, raw HTML and dangerous links do not pass.
  const std::unique_ptr<char, decltype(&std::free)> html(
      cmark_markdown_to_html(markdown.data(), markdown.size(), CMARK_OPT_DEFAULT), &std::free);
  return html.get();
}

std::string commonmark_escaped(std::string_view value) {
  constexpr std::string_view kPunctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
  std::string escaped;
  for (const char c : value) {
    if (kPunctuation.find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

}  // namespace warpledger
