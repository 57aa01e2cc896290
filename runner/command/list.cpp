#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/text.h"
#include "command/command.h"
#include "command/output_arguments.h"
#include "command/terminal.h"
#include "ledger/contents.h"
#include "model/table.h"
#include "report/json_rows.h"
#include "spec/library.h"

namespace warpledger {
namespace {

struct ListArguments : ContentsRequest {
  bool names = false;
  bool json = false;
};

void print_names(const std::vector<std::pair<std::string, Table>>& tables) {
  for (const auto& [kind, table] : tables)
    for (const std::vector<Cell>& row : table.rows) std::cout << text_in(row.at(0)) << '\n';
}

void print_json(const std::vector<std::pair<std::string, Table>>& tables) {
  nlohmann::ordered_json all;
  for (const auto& [kind, table] : tables) all[kind] = json_rows(table);
  std::cout << json_text(all);
}

/// Thousands of rows scroll off the terminal.
constexpr std::size_t kNewestRuns = 100;

void print_newest_runs(Table runs) {
  const std::size_t older = runs.rows.size() - kNewestRuns;
  runs.rows.erase(runs.rows.begin(), runs.rows.begin() + static_cast<std::ptrdiff_t>(older));
  print_table(runs);
  std::cout << fmt::format("The newest {} runs; `warpledger list runs` shows {} more.\n", kNewestRuns,
                           with_thousands(static_cast<std::int64_t>(older)));
}

void print_tables(const std::vector<std::pair<std::string, Table>>& tables, const ListArguments& options) {
  const bool are_all_kinds = options.kind.empty();
  for (const auto& [kind, table] : tables) {
    if (table.rows.empty() && !are_all_kinds)
      messages().tell(fmt::format("there are no {}{}\n", kind,
                                  kind == "runs" && !options.all ? "; --all lists those of a grading, too" : ""));
    if (table.rows.empty()) continue;
    if (are_all_kinds && kind == "runs" && table.rows.size() > kNewestRuns)
      print_newest_runs(table);
    else
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
    if (options->json) options->reader = ListFor::programs;
    const auto tables = contents(*options, Library(find_paths().roots));
    options->json ? print_json(tables) : options->names ? print_names(tables) : print_tables(tables, *options);
    return kAllOk;
  });
}

}  // namespace warpledger
