#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.h"
#include "command/command.h"
#include "command/experiment_arguments.h"
#include "command/terminal.h"
#include "ledger/run_list.h"
#include "model/cell_format.h"
#include "report/json_rows.h"
#include "spec/library.h"
#include "spec/paths.h"
#include "store/reader.h"

namespace warpledger {
namespace {

struct ListArguments {
  std::string kind;  ///< empty: all
  std::string ledger = "results.db";
  bool all = false;
  bool names = false;
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
std::pair<Table, Table> run_lists(const ListArguments& options, const Library& library) {
  if (!std::filesystem::exists(options.ledger)) return {};
  // The columns of metrics are of no use here, and take their time.
  const LedgerReader ledger(options.ledger, schema_folder(library.roots()), {});
  const std::vector<RunSummary> runs = ledger.runs();
  const RunsOfGradings graded = runs_of_gradings(ledger);
  return {grading_list(runs, graded, options.all), run_list(runs, graded, options.all)};
}

/// The tables that are asked for, each with its name.
std::vector<std::pair<std::string, Table>> tables_of(const ListArguments& options, const Library& library) {
  std::vector<std::pair<std::string, Table>> tables;
  const auto add = [&](const char* kind, const auto& table) {
    if (options.kind.empty() || options.kind == kind) tables.emplace_back(kind, table());
  };
  add("experiments", [&] { return experiments(library); });
  add("families", [&] { return families(library); });
  add("reports", [&] { return reports(library); });
  if (!options.kind.empty() && options.kind != "gradings" && options.kind != "runs") return tables;
  const auto [gradings, runs] = run_lists(options, library);
  add("gradings", [&gradings = gradings] { return gradings; });
  add("runs", [&runs = runs] { return runs; });
  return tables;
}

void print_names(const std::vector<std::pair<std::string, Table>>& tables) {
  for (const auto& [kind, table] : tables)
    for (const std::vector<Cell>& row : table.rows) std::cout << text_in(row.at(0)) << '\n';
}

void print_json(const std::vector<std::pair<std::string, Table>>& tables) {
  nlohmann::ordered_json all;
  for (const auto& [kind, table] : tables) all[kind] = json_rows(table);
  std::cout << json_text(all);
}

void print_tables(const std::vector<std::pair<std::string, Table>>& tables) {
  for (const auto& [kind, table] : tables) {
    if (table.rows.empty()) continue;
    print_table(table);
    std::cout << '\n';
  }
}

}  // namespace

void add_list(Arguments& arguments) {
  auto options = std::make_shared<ListArguments>();
  arguments.choice<std::string>("kind", options->kind,
                                {{"experiments", "experiments"},
                                 {"families", "families"},
                                 {"reports", "reports"},
                                 {"gradings", "gradings"},
                                 {"runs", "runs"}},
                                "experiments, families, reports, gradings or runs; default: all");
  declare_ledger(arguments, options->ledger);
  arguments.flag("--all", options->all, "also list each run of a grading, and forgotten runs");
  arguments.flag("--names", options->names, "print only the names, one per line, for scripts");
  declare_json(arguments, options->json, "all lists as JSON");
  arguments.run([options] {
    const auto tables = tables_of(*options, Library(find_paths().roots));
    options->json ? print_json(tables) : options->names ? print_names(tables) : print_tables(tables);
    return kAllOk;
  });
}

}  // namespace warpledger
