#include <iostream>
#include <memory>

#include "command/command.h"
#include "ledger/made_up_year.h"
#include "spec/library.h"

namespace warpledger {

void add_example(Arguments& arguments) {
  auto file = std::make_shared<std::string>();
  arguments.text("file", *file, "the new ledger").value_name("FILE").required();
  arguments.run([file] {
    write_made_up_year(*file, schema_folder(find_paths().roots));
    std::cout << "a year of made-up results is in " << *file << '\n';
    return kAllOk;
  });
}

}  // namespace warpledger
