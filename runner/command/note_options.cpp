#include "command/note_options.h"

#include <fmt/format.h>

#include <cstdlib>

#include "base/error.h"
#include "command/experiment_arguments.h"
#include "spec/paths.h"

namespace warpledger {

std::shared_ptr<NoteOptions> declare_note(Arguments& arguments, const char* kind) {
  auto options = std::make_shared<NoteOptions>();
  options->note.kind = kind;
  arguments.text("--author", options->note.author, "who says so; $USER").value_name("NAME");
  declare_ledger(arguments, options->ledger);
  return options;
}

std::string user() {
  const char* name = std::getenv("USER");
  return name == nullptr ? "" : name;
}

std::string write(NoteOptions& options) {
  if (options.note.author.empty()) options.note.author = user();
  return write_note(options.ledger, schema_folder(find_paths().roots), options.note).substr(0, 8);
}

void refuse_blank(const std::string& text, const char* what) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos)
    throw Error(fmt::format("{} is empty", what), "write a few words");
}

}  // namespace warpledger
