#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "command/command.h"
#include "command/output_arguments.h"
#include "command/terminal.h"
#include "exec/protocol.h"
#include "machine/doctor.h"
#include "model/device_name.h"
#include "report/json_rows.h"
#include "run/campaign.h"
#include "spec/library.h"

namespace warpledger {
namespace {

Cell fact(const Device& device, const std::string& name) {
  const auto found = device.facts.find(name);
  return found == device.facts.end() ? Cell{} : Cell{found->second};
}

Table table_of(const std::vector<Device>& devices) {
  Table table{{"device", "name", "UUID", "chip", "SMs", "L2 bytes", "memory bytes"}, {}};
  for (const Device& device : devices) {
    // A host's UUID only repeats its name and adds the digest of its profile.
    const Cell uuid = device.backend == "host" ? Cell{} : Cell{device.uuid};
    table.rows.push_back({device.id, device.name, uuid, device.chip, fact(device, "sm_count"), fact(device, "l2_bytes"),
                          fact(device, "global_memory_bytes")});
  }
  return table;
}

struct DoctorArguments {
  std::string ledger = "results.db";
  bool json = false;
};

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
    const std::vector<Device> devices = devices_here(DeviceDetail::all);
    if (*json) {
      std::cout << json_text(nlohmann::json(devices));
    } else {
      print_table(table_of(devices));
      for (const Device& device : devices)
        if (const std::string why = why_unusable(device); !why.empty())
          print_text(fmt::format("{} cannot be used: {}\n", label_of(device), why));
    }
    return kAllOk;
  });
}

void add_doctor(Arguments& arguments) {
  auto options = std::make_shared<DoctorArguments>();
  declare_ledger(arguments, options->ledger);
  declare_json(arguments, options->json, "the findings as JSON");
  arguments.run([options] {
    const std::vector<Finding> findings = diagnose_machine(options->ledger);
    if (options->json) {
      std::cout << json_text(nlohmann::json(findings));
    } else {
      print(findings);
    }
    return kAllOk;
  });
}

}  // namespace warpledger
