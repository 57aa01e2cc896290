#include <fmt/format.h>

#include <iostream>

#include "command/command.h"
#include "command/note_options.h"
#include "command/print.h"

namespace warpledger {

void add_forget(CLI::App& app, int& exit_code) {
  const auto options = declare_note(app, "forget");
  Note& note = options->note;
  app.add_option("run", note.run, "how the run's UUID begins")->required();
  app.add_option("--why", note.text, "the reason, which stays in the ledger")->type_name("TEXT");
  app.add_flag_callback(
      "--recall", [&note] { note.kind = "recall"; }, "show a forgotten run again");
  app.callback([options, &exit_code] {
    const std::string run = write(*options);
    print_text(fmt::format(
        "run {} is {}\n", run,
        options->note.kind == "forget" ? "hidden; nothing of it is deleted: --recall shows it again" : "shown again"));
    exit_code = kAllOk;
  });
}

}  // namespace warpledger
