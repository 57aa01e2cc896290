#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "command/command.h"
#include "command/print.h"
#include "exec/protocol.h"
#include "report/json_text.h"
#include "run/start_worker.h"
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

}  // namespace

void add_devices(Arguments& arguments) {
  auto json = std::make_shared<bool>(false);
  arguments.flag("--json", *json, "all facts of each device");
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

}  // namespace warpledger
