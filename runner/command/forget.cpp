#include <fmt/format.h>

#include <iostream>

#include "command/command.h"
#include "command/note_options.h"
#include "command/print.h"

namespace warpledger {

void add_forget(Arguments& arguments) {
  const auto options = declare_note(arguments, "forget");
  Note& note = options->note;
  arguments.text("run", note.run, "how the run's UUID begins").required();
  arguments.text("--why", note.text, "the reason, which stays in the ledger").value_name("TEXT");
  auto recall = std::make_shared<bool>(false);
  arguments.flag("--recall", *recall, "show a forgotten run again");
  arguments.run([options, recall] {
    if (*recall) options->note.kind = "recall";
    const std::string run = write(*options);
    print_text(fmt::format(
        "run {} is {}\n", run,
        options->note.kind == "forget" ? "hidden; nothing of it is deleted: --recall shows it again" : "shown again"));
    return kAllOk;
  });
}

}  // namespace warpledger
