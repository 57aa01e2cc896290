#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"
#include "command/command.h"
#include "command/experiment_arguments.h"
#include "command/terminal.h"
#include "exec/protocol.h"
#include "ledger/ledger_reader.h"
#include "report/json_rows.h"
#include "run/run_options.h"
#include "spec/paths.h"

namespace warpledger {
namespace {

Cell fact(const Device& device, const std::string& name) {
  const auto found = device.facts.find(name);
  return found == device.facts.end() ? Cell{} : Cell{found->second};
}

Table table_of(const std::vector<Device>& devices) {
  Table table{{"device", "name", "chip", "SMs", "L2 bytes", "memory bytes"}, {}};
  for (const Device& device : devices) {
    table.rows.push_back({device.id, device.name, device.chip, fact(device, "sm_count"), fact(device, "l2_bytes"),
                          fact(device, "global_memory_bytes")});
  }
  return table;
}

struct DoctorArguments {
  std::string ledger = "results.db";
  bool json = false;
};

Finding diagnose_ledger(const std::string& path, const Library& library) {
  if (!std::filesystem::exists(path))
    return {"ledger", true, path + " does not exist yet; the first run creates it", ""};
  try {
    LedgerReader ledger = open_ledger(path, library);
    const std::size_t runs = ledger.runs().size();
    return {"ledger", true, fmt::format("{}: {} run{}", path, runs, runs == 1 ? "" : "s"), ""};
  } catch (const Error& error) {
    return {"ledger", false, error.problem(), error.hint()};
  }
}

/// A backend that cannot even be asked is a finding too.
std::vector<Finding> diagnose_backends(const Paths& paths) {
  WorkerProcess worker = make_worker(paths, paths.roots, "auto");
  try {
    return worker.diagnose();
  } catch (const Error& error) {
    return {{"worker process", false, error.problem(), error.hint()}};
  }
}

void print(const std::vector<Finding>& findings) {
  for (const Finding& finding : findings) {
    print_text(fmt::format("{:5} {}: {}\n", finding.works ? "ok" : "NOT", finding.what, finding.detail));
    if (!finding.hint.empty()) print_text(fmt::format("      hint: {}\n", finding.hint));
  }
}

}  // namespace

void add_devices(Arguments& arguments) {
  auto json = std::make_shared<bool>(false);
  declare_json(arguments, *json, "all facts of each device as JSON");
  arguments.run([json] {
    const Paths paths = find_paths();
    WorkerProcess worker = make_worker(paths, paths.roots, "auto");
    const auto devices = worker.devices();
    if (*json) {
      std::cout << json_text(nlohmann::json(devices));
    } else {
      print_table(table_of(devices));
    }
    return kAllOk;
  });
}

void add_doctor(Arguments& arguments) {
  auto options = std::make_shared<DoctorArguments>();
  declare_ledger(arguments, options->ledger);
  declare_json(arguments, options->json, "the findings as JSON");
  arguments.run([options] {
    const Paths paths = find_paths();
    std::vector<Finding> findings = {{"data folders", true, join(paths.roots), ""}};
    for (Finding& finding : diagnose_backends(paths)) findings.push_back(std::move(finding));
    findings.push_back(diagnose_ledger(options->ledger, Library(paths.roots)));
    if (options->json) {
      std::cout << json_text(nlohmann::json(findings));
    } else {
      print(findings);
    }
    return kAllOk;
  });
}

}  // namespace warpledger
