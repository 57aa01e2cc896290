#include <fmt/format.h>

#include <iostream>

#include "command/command.h"
#include "command/note_options.h"
#include "ledger/utc.h"

namespace warpledger {

void add_annotate(Arguments& arguments) {
  const auto options = declare_note(arguments, "note");
  Note& note = options->note;
  arguments.text("text", note.text, "the note").required();
  const CommandArgument run = arguments.text("--run", note.run, "the run it is about: latest, or how its UUID begins");
  arguments.text("--at", note.about_utc, "the moment it is about, without a run; now").value_name("DATE").excludes(run);
  arguments.run([options] {
    refuse_blank(options->note.text, "the note");
    if (!options->note.about_utc.empty()) options->note.about_utc = utc_of(options->note.about_utc);
    const std::string about = write(*options);
    std::cout << (about.empty() ? "noted\n" : fmt::format("noted, about run {}\n", about));
    return kAllOk;
  });
}

}  // namespace warpledger
