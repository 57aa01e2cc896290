#include <fmt/format.h>

#include <iostream>

#include "base/error.h"
#include "command/command.h"
#include "command/note_options.h"
#include "command/print.h"

namespace warpledger {
namespace {

constexpr std::size_t kLongestTag = 200;  ///< bytes; it is a name, and pages show it in a line

}  // namespace

void add_tag(Arguments& arguments) {
  const auto options = declare_note(arguments, "tag");
  Note& note = options->note;
  arguments.text("run", note.run, "latest, or how the run's UUID begins").required();
  arguments.text("tag", note.text, "what it is to be called").required();
  auto removes = std::make_shared<bool>(false);
  arguments.flag("--remove", *removes, "the run is no longer called so");
  arguments.run([options, removes] {
    if (*removes) options->note.kind = "untag";
    refuse_blank(options->note.text, "the tag");
    if (options->note.text.size() > kLongestTag)
      throw Error(fmt::format("the tag has {} bytes", options->note.text.size()),
                  fmt::format("a tag has at most {}; `warpledger annotate` takes longer text", kLongestTag));
    const std::string run = write(*options);
    const bool added = options->note.kind == "tag";
    print_text(
        fmt::format("run {} has {} tag '{}'{}\n", run, added ? "the" : "no", options->note.text, added ? "" : " now"));
    return kAllOk;
  });
}

}  // namespace warpledger
