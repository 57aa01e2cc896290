#include "report/html_page.h"

#include <fmt/format.h>

#include <stdexcept>

#include "base/text.h"

namespace warpledger {
namespace {

/// Up to the title. `policy` says where scripts and styles may come from; nothing else is loaded but images in the
/// page.
std::string head(std::string_view policy) {
  return fmt::format(R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; {}; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
)",
                     policy);
}

constexpr std::string_view kInline = "script-src 'unsafe-inline'; style-src 'unsafe-inline'";

// A browser may take each file for an origin of its own, which 'self' does not name; file: does.
constexpr std::string_view kLinked = "script-src 'self' file:; style-src 'self' file: 'unsafe-inline'";

constexpr std::string_view kMain = "<main>\n";

std::string title_element(std::string_view title) { return fmt::format("<title>{}</title>\n", html_escaped(title)); }

/// `script` in an element that it cannot end: in a string of JavaScript, "<\/script" is the same as "</script".
std::string script_element(std::string script) {
  constexpr std::string_view kEnd = "</script";
  for (std::size_t at = 0; (at = script.find(kEnd, at)) != std::string::npos; at += kEnd.size())
    script.insert(at + 1, 1, '\\');
  return fmt::format("<script>\n{}\n</script>\n", script);
}

}  // namespace

std::string html_page(std::string_view title, const std::string& body, bool has_plots, const PageAssets& assets) {
  std::string text = head(kInline);
  text += fmt::format("{}<style>\n{}</style>\n</head>\n<body>\n{}", title_element(title), assets.style, kMain);
  text += body;
  text += "</main>\n";
  text += script_element(assets.table_script);
  if (has_plots)
    for (const std::string& script : assets.plot_scripts) text += script_element(script);
  return text + "</body>\n</html>\n";
}

std::string linked_html_page(std::string_view title, const std::string& body, const std::string& assets,
                             const std::vector<std::string>& styles, const std::vector<std::string>& scripts) {
  std::string text = head(kLinked) + title_element(title);
  for (const std::string& style : styles)
    text += fmt::format("<link rel=\"stylesheet\" href=\"{}{}\">\n", html_escaped(assets), html_escaped(style));
  text += fmt::format("</head>\n<body>\n{}{}</main>\n", kMain, body);
  for (const std::string& script : scripts)
    text += fmt::format("<script src=\"{}{}\"></script>\n", html_escaped(assets), html_escaped(script));
  return text + "</body>\n</html>\n";
}

std::string html_page_before(std::string_view title, const std::string& body, const std::string& page) {
  const std::size_t style = page.find("<style>");
  const std::size_t main = page.find(kMain);
  if (!page.starts_with(head(kInline)) || style == std::string::npos || main == std::string::npos)
    throw std::logic_error("only a page of html_page() can be put behind another body");
  const std::size_t own = main + kMain.size();
  return head(kInline) + title_element(title) + page.substr(style, own - style) + body + page.substr(own);
}

std::string html_escaped(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : printable(text)) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

}  // namespace warpledger
