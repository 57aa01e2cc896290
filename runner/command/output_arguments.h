#pragma once

#include <string>

#include "command/arguments.h"
#include "report/format.h"

namespace warpledger {

/// Declares --db, the ledger.
CommandArgument declare_ledger(Arguments& arguments, std::string& path);

/// Declares --names, the file that maps a ledger's pseudonyms, of a command that then takes names.
void declare_names(Arguments& arguments, std::string& file);

/// Format of an answer: a page, or JSON with every number in full.
struct Output {
  Format format = Format::text;  ///< unless `json`
  bool json = false;
};

/// Declares --format of a report: text, md, csv or html.
void declare_format(Arguments& arguments, Format& format);

/// Declares --format, with HTML only where a command has it.
void declare_output(Arguments& arguments, Output& output, bool has_html = false);

/// Declares --format of a command whose answer is either for people, or JSON: what `about` says.
void declare_json(Arguments& arguments, bool& json, const std::string& about);

/// "1%" or "0.5 %" as a share: 0.01, 0.005. Throws Error naming `option` when it is none, is not at least 0% and below
/// 100%, or has no sign and is not 0: "0.5" may mean a half and half of a hundredth.
double parse_percentage(const std::string& text, const std::string& option);

}  // namespace warpledger
