#include "report/html_page.h"

#include <fmt/format.h>

#include "base/text.h"

namespace warpledger {
namespace {

// A browser may treat each file as a separate origin, which file: matches and 'self' does not.
constexpr std::string_view kInlinePolicy = "script-src 'unsafe-inline'; style-src 'unsafe-inline'";
constexpr std::string_view kLinkedPolicy = "script-src 'self' file:; style-src 'self' file: 'unsafe-inline'";

constexpr const char* kStyle = "page.css";
constexpr const char* kTables = "tables.js";

std::string plot_script(std::size_t place) { return fmt::format("plot{}.js", place); }

std::string style_element(const PageAssets& assets) {
  if (assets.folder.empty()) return fmt::format("<style>\n{}</style>\n", assets.style);
  return fmt::format("<link rel=\"stylesheet\" href=\"{}{}\">\n", html_escaped(assets.folder), kStyle);
}

/// In a JavaScript string, "<\/script" equals "</script" but does not close the element.
std::string inline_script(std::string script) {
  constexpr std::string_view kEnd = "</script";
  for (std::size_t at = 0; (at = script.find(kEnd, at)) != std::string::npos; at += kEnd.size())
    script.insert(at + 1, 1, '\\');
  return fmt::format("<script>\n{}\n</script>\n", script);
}

std::string script_element(const PageAssets& assets, const std::string& name, const std::string& script) {
  if (assets.folder.empty()) return inline_script(script);
  return fmt::format("<script src=\"{}{}\"></script>\n", html_escaped(assets.folder), name);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> asset_files(const PageAssets& assets) {
  std::vector<std::pair<std::string, std::string>> files = {{kStyle, assets.style}, {kTables, assets.table_script}};
  for (std::size_t i = 0; i < assets.plot_scripts.size(); ++i)
    files.emplace_back(plot_script(i), assets.plot_scripts[i]);
  return files;
}

std::string html_page(std::string_view title, const std::string& body, const PageAssets& assets) {
  return fmt::format(R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; {}; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{}</title>
{}</head>
<body>
<main>
{}</main>
{}</body>
</html>
)",
                     assets.folder.empty() ? kInlinePolicy : kLinkedPolicy, html_escaped(title), style_element(assets),
                     body, script_element(assets, kTables, assets.table_script));
}

std::string with_plot_scripts(const std::string& body, const PageAssets& assets) {
  std::string text = body;
  for (std::size_t i = 0; i < assets.plot_scripts.size(); ++i)
    text += script_element(assets, plot_script(i), assets.plot_scripts[i]);
  return text;
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

std::string json_element(std::string json, std::string_view attributes) {
  for (std::size_t at = 0; (at = json.find('<', at)) != std::string::npos;) json.replace(at, 1, "\\u003c");
  return fmt::format("<script type=\"application/json\"{}>{}</script>\n", attributes, json);
}

std::string html_link(std::string_view address, std::string_view text) {
  return fmt::format("<a href=\"{}\">{}</a>", html_escaped(address), html_escaped(text));
}

}  // namespace warpledger
