#include "command/output_arguments.h"

#include <fmt/format.h>

#include <charconv>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"

namespace warpledger {

CommandArgument declare_ledger(Arguments& arguments, std::string& path) {
  return arguments.text("--db", path, "the ledger, an SQLite file").value_name("FILE");
}

void declare_names(Arguments& arguments, std::string& file) {
  arguments
      .text("--names", file,
            "the file that maps the ledger's pseudonyms: the submission, and those of --times, may be named by name")
      .value_name("FILE");
}

void declare_format(Arguments& arguments, Format& format) {
  arguments.choice<Format>(
      "--format", format,
      {{"text", Format::text}, {"md", Format::markdown}, {"csv", Format::csv}, {"html", Format::html}},
      "format of the page; html is one file that works offline");
}

void declare_output(Arguments& arguments, Output& output, bool has_html) {
  std::vector<std::pair<std::string, Output>> words = {
      {"text", {Format::text}}, {"md", {Format::markdown}}, {"csv", {Format::csv}}, {"json", {.json = true}}};
  if (has_html) words.emplace_back("html", Output{Format::html});
  arguments.choice("--format", output, words, "format of the answer");
}

void declare_json(Arguments& arguments, bool& json, const std::string& about) {
  arguments.choice<bool>("--format", json, {{"text", false}, {"json", true}}, "json: " + about);
}

double parse_percentage(const std::string& text, const std::string& option) {
  std::string_view number = text;
  const bool has_sign = number.ends_with('%');
  if (has_sign) number.remove_suffix(1);
  while (number.ends_with(' ')) number.remove_suffix(1);
  double value = 0;
  const auto [end, failure] = std::from_chars(number.data(), number.data() + number.size(), value);
  constexpr double kWhole = 100;
  const bool is_number = failure == std::errc() && end == number.data() + number.size();
  if (!is_number || !(value >= 0 && value < kWhole))
    throw Error(fmt::format("{}: '{}' is not a percentage", option, text), "write one from 0% to below 100%, as 1%");
  if (!has_sign && value != 0)
    throw Error(fmt::format("{}: '{}' may be a share or a percentage", option, text),
                value < 1 ? fmt::format("write {:g}% for that share, {}% for that percentage", kWhole * value, number)
                          : fmt::format("write it with its sign: {}%", number));
  return value / kWhole;
}

}  // namespace warpledger
