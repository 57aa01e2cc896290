#include <iostream>
#include <memory>

#include "command/command.h"
#include "ledger/made_up_year.h"
#include "spec/library.h"

namespace warpledger {
namespace {

struct ExampleArguments {
  std::string file;
  MadeUpAmount amount;
};

}  // namespace

void add_example(Arguments& arguments) {
  auto options = std::make_shared<ExampleArguments>();
  arguments.text("file", options->file, "the new ledger").value_name("FILE").required();
  arguments.whole("--years", options->amount.years, "of results, the last one until November 2026", 1, 10);
  arguments.whole("--devices", options->amount.devices, "imaginary GPUs", 1, 6);
  arguments.run([options] {
    write_made_up_year(options->file, schema_folder(find_paths().roots), options->amount);
    const int years = options->amount.years;
    std::cout << (years == 1 ? "a year" : std::to_string(years) + " years") << " of made-up results is in "
              << options->file << '\n';
    return kAllOk;
  });
}

}  // namespace warpledger
