#pragma once

#include <string>

#include "command/arguments.h"
#include "report/format.h"

namespace warpledger {

CommandArgument declare_ledger(Arguments& arguments, std::string& path);

/// Declares --names, the file that maps a ledger's pseudonyms to names.
void declare_names(Arguments& arguments, std::string& file);

/// A page, or JSON with unrounded numbers.
struct Output {
  Format format = Format::text;  ///< ignored if `json`
  bool json = false;
};

/// Declares --format: text, md, csv or html.
void declare_format(Arguments& arguments, Format& format);

/// Declares --format, with HTML only if `has_html`.
void declare_output(Arguments& arguments, Output& output, bool has_html = false);

/// Declares --format for text or JSON; `about` describes the JSON.
void declare_json(Arguments& arguments, bool& json, const std::string& about);

/// Parses "1%" or "0.5 %"; throws Error outside of 0% to below 100%. Only 0 may omit the sign: "0.5" is ambiguous.
double parse_percentage(const std::string& text, const std::string& option);

}  // namespace warpledger
