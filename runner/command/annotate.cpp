#include <fmt/format.h>

#include <iostream>

#include "command/command.h"
#include "command/note_options.h"
#include "command/utc.h"

namespace warpledger {

void add_annotate(CLI::App& app, int& exit_code) {
  const auto options = declare_note(app, "note");
  Note& note = options->note;
  app.add_option("text", note.text, "the note")->required();
  CLI::Option* run = app.add_option("--run", note.run, "the run it is about: latest, or how its UUID begins");
  app.add_option("--at", note.about_utc, "the moment it is about, without a run; now")
      ->type_name("DATE")
      ->excludes(run);
  app.callback([options, &exit_code] {
    refuse_blank(options->note.text, "the note");
    if (!options->note.about_utc.empty()) options->note.about_utc = utc_of(options->note.about_utc);
    const std::string about = write(*options);
    std::cout << (about.empty() ? "noted\n" : fmt::format("noted, about run {}\n", about));
    exit_code = kAllOk;
  });
}

}  // namespace warpledger
