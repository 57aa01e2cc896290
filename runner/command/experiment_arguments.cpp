#include "command/experiment_arguments.h"

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace warpledger {

CommandArgument declare_experiment(Arguments& arguments, ExperimentOptions& options) {
  const CommandArgument declared =
      arguments.text("experiment", options.experiment, "a name that `warpledger list` shows, or a YAML file")
          .value_name("EXPERIMENT");
  arguments.list("arguments", options.overrides.positional,
                 "values for the experiment's own arguments, after --: `run lsu-2024-hw01 -- -3 4 3.6`");
  arguments
      .repeated("--set", options.overrides.set,
                "change an axis or a measure field: warps=4, d_l=4,8, measure.cache=cold")
      .value_name("NAME=VALUE");
  arguments.whole("--seed", options.seed, "the seed of the random inputs");
  const CommandArgument submitted = arguments
                                        .text("--submission", options.submission,
                                              "take kernels from this folder of device code, or from this .cu file")
                                        .value_name("PATH");
  arguments
      .text("--submission-name", options.submission_name,
            "the submission's name in the ledger; default: the folder's name")
      .value_name("NAME")
      .needs(submitted);
  arguments.text("--device", options.device, kDeviceHelp).value_name("DEVICE");
  return declared;
}

CommandArgument declare_ledger(Arguments& arguments, std::string& path) {
  return arguments.text("--db", path, "the ledger, an SQLite file").value_name("FILE");
}

void declare_format(Arguments& arguments, Format& format) {
  arguments
      .choice<Format>("--format", format,
                      {{"text", Format::text}, {"md", Format::markdown}, {"csv", Format::csv}, {"html", Format::html}},
                      "text, md, csv or html (one file, works offline)")
      .value_name("FORMAT");
}

void declare_output(Arguments& arguments, Output& output, bool has_html) {
  std::vector<std::pair<std::string, Output>> words = {
      {"text", Output::text}, {"md", Output::markdown}, {"csv", Output::csv}, {"json", Output::json}};
  if (has_html) words.emplace_back("html", Output::html);
  arguments.choice("--format", output, words, has_html ? "text, md, csv, json or html" : "text, md, csv or json")
      .value_name("FORMAT");
}

void declare_json(Arguments& arguments, bool& json, const std::string& about) {
  arguments.choice<bool>("--format", json, {{"text", false}, {"json", true}}, "text, or json: " + about)
      .value_name("FORMAT");
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
