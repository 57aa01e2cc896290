#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "command/command.h"
#include "command/experiment_options.h"
#include "command/ledger_reader.h"
#include "command/print.h"
#include "command/surroundings.h"
#include "spec/experiment.h"

namespace warpledger {
namespace {

struct Options {
  std::string ledger = "results.db";
  bool json = false;
};

/// One file that cannot be read must not hide the others.
template <typename Load>
std::string about(Load load) {
  try {
    return load().about;
  } catch (const Error& error) {
    return "cannot be read: " + error.problem();
  }
}

Table experiments(const Library& library) {
  Table table{{"experiment", "about"}, {}};
  for (const std::string& name : library.experiments())
    table.rows.push_back({name, about([&] { return load_experiment(library, name); })});
  return table;
}

Table families(const Library& library) {
  Table table{{"family", "about"}, {}};
  for (const std::string& name : library.families())
    table.rows.push_back({name, about([&] { return load_family(library, name); })});
  return table;
}

Table reports(const Library& library) {
  Table table{{"report", "file"}, {}};
  for (const std::string& name : library.reports()) table.rows.push_back({name, library.report_path(name)});
  return table;
}

Table runs(const std::string& ledger, const Library& library) {
  Table table{{"run", "started (UTC)", "experiment", "device", "points", "planned", "ended"}, {}};
  if (!std::filesystem::exists(ledger)) return table;
  for (const RunSummary& run : open_ledger(ledger, library).runs()) {
    table.rows.push_back({run.uuid.substr(0, 8), run.started_utc, run.experiment, run.device_name, run.recorded_points,
                          run.planned_points, run.outcome});
  }
  return table;
}

nlohmann::json to_objects(const Table& table) {
  nlohmann::json objects = nlohmann::json::array();
  for (const std::vector<Cell>& row : table.rows) {
    nlohmann::json object;
    for (std::size_t i = 0; i < row.size(); ++i) {
      std::visit(
          [&](const auto& value) {
            if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>) {
              object[table.columns[i]] = nullptr;
            } else {
              object[table.columns[i]] = value;
            }
          },
          row[i]);
    }
    objects.push_back(std::move(object));
  }
  return objects;
}

}  // namespace

void add_list(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<Options>();
  declare_ledger(app, options->ledger);
  app.add_flag("--json", options->json, "for machines");
  app.callback([options, &exit_code] {
    const Library library(find_surroundings().roots);
    const std::vector<std::pair<std::string, Table>> tables = {{"experiments", experiments(library)},
                                                               {"families", families(library)},
                                                               {"reports", reports(library)},
                                                               {"runs", runs(options->ledger, library)}};
    nlohmann::json all;
    for (const auto& [name, table] : tables) {
      if (options->json) {
        all[name] = to_objects(table);
      } else if (!table.rows.empty()) {
        print_table(table);
        std::cout << '\n';
      }
    }
    if (options->json) std::cout << all.dump(2) << '\n';
    exit_code = kAllOk;
  });
}

}  // namespace warpledger
