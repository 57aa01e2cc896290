#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.h"
#include "command/command.h"
#include "command/experiment_options.h"
#include "command/json_text.h"
#include "command/print.h"
#include "command/run_list.h"
#include "command/surroundings.h"
#include "report/json_rows.h"
#include "spec/about.h"
#include "spec/library.h"
#include "store/reader.h"

namespace warpledger {
namespace {

struct Options {
  std::string ledger = "results.db";
  bool all = false;
  bool json = false;
};

/// One file that cannot be read must not hide the others.
std::string about(const std::string& file) {
  try {
    return about_in(file);
  } catch (const Error& error) {
    return "cannot be read: " + error.problem();
  }
}

Table experiments(const Library& library) {
  Table table{{"experiment", "about"}, {}};
  for (const std::string& name : library.experiments())
    table.rows.push_back({name, about(library.experiment_path(name))});
  return table;
}

Table families(const Library& library) {
  Table table{{"family", "about"}, {}};
  for (const std::string& name : library.families())
    table.rows.push_back({name, about(library.family_folder(name) + "/family.yaml")});
  return table;
}

Table reports(const Library& library) {
  Table table{{"report", "file"}, {}};
  for (const std::string& name : library.reports()) table.rows.push_back({name, library.report_path(name)});
  return table;
}

/// The list of gradings and that of runs.
std::pair<Table, Table> run_lists(const Options& options, const Library& library) {
  if (!std::filesystem::exists(options.ledger)) return {};
  // The columns of metrics are of no use here, and take their time.
  const LedgerReader ledger(options.ledger, schema_folder(library.roots()), {});
  const std::vector<RunSummary> runs = ledger.runs();
  const RunsOfGradings graded = runs_of_gradings(ledger);
  return {grading_list(runs, graded, options.all), run_list(runs, graded, options.all)};
}

}  // namespace

void add_list(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<Options>();
  declare_ledger(app, options->ledger);
  app.add_flag("--all", options->all, "the runs of gradings one by one, and forgotten runs, too");
  app.add_flag("--json", options->json, "for machines");
  app.callback([options, &exit_code] {
    const Library library(find_surroundings().roots);
    const auto [gradings, runs] = run_lists(*options, library);
    const std::vector<std::pair<std::string, Table>> tables = {{"experiments", experiments(library)},
                                                               {"families", families(library)},
                                                               {"reports", reports(library)},
                                                               {"gradings", gradings},
                                                               {"runs", runs}};
    nlohmann::ordered_json all;
    for (const auto& [name, table] : tables) {
      if (options->json) {
        all[name] = json_rows(table);
      } else if (!table.rows.empty()) {
        print_table(table);
        std::cout << '\n';
      }
    }
    if (options->json) std::cout << json_text(all);
    exit_code = kAllOk;
  });
}

}  // namespace warpledger
