#include <iostream>
#include <memory>

#include "command/command.h"
#include "command/made_up_year.h"
#include "command/surroundings.h"

namespace warpledger {

void add_example(CLI::App& app, int& exit_code) {
  auto file = std::make_shared<std::string>();
  app.add_option("file", *file, "the new ledger")->required();
  app.callback([file, &exit_code] {
    write_made_up_year(*file, schema_folder(find_surroundings().roots));
    std::cout << "a year of made-up results is in " << *file << '\n';
    exit_code = kAllOk;
  });
}

}  // namespace warpledger
