#include "command/notes.h"

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iostream>

#include "base/error.h"
#include "command/command.h"
#include "command/output_arguments.h"
#include "command/terminal.h"
#include "ledger/ledger_reader.h"
#include "ledger/run_selection.h"
#include "spec/library.h"
#include "spec/utc_time.h"

namespace warpledger {
namespace {

constexpr std::size_t kLongestTag = 200;  ///< bytes; pages show tags in one line

/// A future date is usually a typo, but may be that of a planned upgrade.
void warn_of_the_future(const std::string& about_utc) {
  if (about_utc > current_utc())
    messages().tell(fmt::format("{} is yet to come (dates are in UTC); the note stands there\n", about_utc));
}

}  // namespace

std::shared_ptr<NoteOptions> declare_note(Arguments& arguments, const char* kind) {
  auto options = std::make_shared<NoteOptions>();
  options->note.kind = kind;
  arguments.text("--author", options->note.author, "the author; default: $USER").value_name("NAME");
  declare_ledger(arguments, options->ledger);
  return options;
}

std::string user() {
  if (const char* name = std::getenv("USER"); name != nullptr && *name != '\0') return name;
  const passwd* const user = getpwuid(geteuid());  // cron and containers do not set $USER
  return user ? user->pw_name : fmt::format("user {}", geteuid());
}

std::string write(NoteOptions& options) {
  if (options.note.author.empty()) options.note.author = user();
  return write_note(options.ledger, schema_folder(find_paths().roots), options.note).substr(0, 8);
}

void name_run(NoteOptions& options) {
  const LedgerReader ledger = open_ledger(options.ledger, Library(find_paths().roots));
  options.note.run = run_named(ledger, options.note.run);
}

void refuse_blank(const std::string& text, const char* what) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos)
    throw Error(fmt::format("{} is empty", what), "write a few words");
}

void add_ledger_annotate(Arguments& arguments) {
  const auto options = declare_note(arguments, "note");
  Note& note = options->note;
  arguments.text("text", note.text, "the note").required();
  const CommandArgument run = arguments.text(
      "--run", note.run, "the run that it is about: latest, latest~1, tag:NAME, or the start of its UUID");
  arguments.text("--at", note.about_utc, "the date that it is about, without a run; default: now")
      .value_name("DATE")
      .excludes(run);
  arguments.run([options] {
    refuse_blank(options->note.text, "the note");
    if (!options->note.about_utc.empty()) options->note.about_utc = utc_of(options->note.about_utc);
    if (!options->note.run.empty()) name_run(*options);
    const std::string about = write(*options);
    warn_of_the_future(options->note.about_utc);
    std::cout << (about.empty() ? "noted\n" : fmt::format("noted for run {}\n", about));
    return kAllOk;
  });
}

void add_ledger_tag(Arguments& arguments) {
  const auto options = declare_note(arguments, "tag");
  Note& note = options->note;
  arguments.text("run", note.run, "latest, latest~1, tag:NAME, or the start of the run's UUID").required();
  arguments.text("tag", note.text, "the tag").required();
  auto removes = std::make_shared<bool>(false);
  const CommandArgument remove = arguments.flag("--remove", *removes, "remove the tag");
  arguments.flag("--move", note.moves, "take the tag from the run that has it").excludes(remove);
  arguments.run([options, removes] {
    if (*removes) options->note.kind = "untag";
    refuse_blank(options->note.text, "the tag");
    if (options->note.text.size() > kLongestTag)
      throw Error(fmt::format("the tag has {} bytes", options->note.text.size()),
                  fmt::format("write at most {}; `warpledger ledger annotate` takes longer text", kLongestTag));
    if (!*removes && std::ranges::any_of(options->note.text, [](unsigned char c) { return std::iscntrl(c) != 0; }))
      throw Error("the tag has control characters", "write it in one line");
    name_run(*options);
    const std::string run = write(*options);
    const bool added = options->note.kind == "tag";
    print_text(
        fmt::format("run {} has {} tag '{}'{}\n", run, added ? "the" : "no", options->note.text, added ? "" : " now"));
    return kAllOk;
  });
}

void add_ledger_forget(Arguments& arguments) {
  const auto options = declare_note(arguments, "forget");
  Note& note = options->note;
  arguments.text("run", note.run, "the start of the run's UUID, latest, latest~1, tag:NAME").required();
  arguments.text("--why", note.text, "the reason; the ledger keeps it").value_name("TEXT");
  auto recall = std::make_shared<bool>(false);
  arguments.flag("--recall", *recall, "show a forgotten run again");
  arguments.run([options, recall] {
    if (*recall) options->note.kind = "recall";
    name_run(*options);
    const std::string run = write(*options);
    print_text(
        fmt::format("run {} is {}\n", run,
                    options->note.kind == "forget" ? "hidden, not deleted; --recall shows it again" : "shown again"));
    return kAllOk;
  });
}

}  // namespace warpledger
