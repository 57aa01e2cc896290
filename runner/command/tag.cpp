#include <fmt/format.h>

#include <iostream>

#include "command/command.h"
#include "command/note_options.h"
#include "command/print.h"

namespace warpledger {

void add_tag(CLI::App& app, int& exit_code) {
  const auto options = declare_note(app, "tag");
  Note& note = options->note;
  app.add_option("run", note.run, "latest, or how the run's UUID begins")->required();
  app.add_option("tag", note.text, "what it is to be called")->required();
  app.add_flag_callback(
      "--remove", [&note] { note.kind = "untag"; }, "the run is no longer called so");
  app.callback([options, &exit_code] {
    refuse_blank(options->note.text, "the tag");
    const std::string run = write(*options);
    const bool added = options->note.kind == "tag";
    print_text(
        fmt::format("run {} has {} tag '{}'{}\n", run, added ? "the" : "no", options->note.text, added ? "" : " now"));
    exit_code = kAllOk;
  });
}

}  // namespace warpledger
