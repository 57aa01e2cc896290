#include "command/output.h"

#include <map>
#include <stdexcept>

namespace warpledger {

void declare_format(CLI::App& app, Format& format) {
  app.add_option("--format", format, "text, md, csv or html: one file that needs no network")
      ->type_name("FORMAT")
      ->transform(CLI::CheckedTransformer(std::map<std::string, Format>{
          {"text", Format::text}, {"md", Format::markdown}, {"csv", Format::csv}, {"html", Format::html}}));
}

void declare_output(CLI::App& app, Output& output, bool has_html) {
  std::map<std::string, Output> names = {{"text", Output::text},
                                         {"markdown", Output::markdown},
                                         {"md", Output::markdown},
                                         {"csv", Output::csv},
                                         {"json", Output::json}};
  if (has_html) names["html"] = Output::html;
  app.add_option("--format", output, has_html ? "text, markdown, csv, json or html" : "text, markdown, csv or json")
      ->type_name("FORMAT")
      ->transform(CLI::CheckedTransformer(names));
}

Format format_of(Output output) {
  switch (output) {
    case Output::text:
      return Format::text;
    case Output::markdown:
      return Format::markdown;
    case Output::csv:
      return Format::csv;
    case Output::html:
      return Format::html;
    case Output::json:
      break;
  }
  throw std::logic_error("JSON is no page");
}

}  // namespace warpledger
