#include <fmt/format.h>

#include <iostream>
#include <sstream>

#include "base/version.h"
#include "command/command.h"
#include "command/help.h"

namespace warpledger {
namespace {

struct Entry {
  const char* name;
  const char* about;
};

constexpr Entry kEnvironment[] = {
    {"WARPLEDGER_PATH",
     "folders with your own experiments, kernels, reports, metrics and devices, separated by colons; searched before "
     "the program's own data"},
    {"WARPLEDGER_CACHE", "folder of compiled kernels; default: $XDG_CACHE_HOME/warpledger or ~/.cache/warpledger"},
    {"CUDA_HOME", "folder of the CUDA Toolkit, if it is not installed in the usual one"},
    {"COLUMNS", "width of tables if the output is not a terminal"},
};

constexpr Entry kFiles[] = {
    {"results.db", "the ledger, an SQLite file in the current folder; --db names another"},
};

/// `text` as roff prints it: no escape and no request is made of it.
std::string roff(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if ((i == 0 || text[i - 1] == '\n') && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else
      result += c;
  }
  return result;
}

std::string tagged(const std::string& label, const std::string& about) {
  return fmt::format(".TP\n.B {}\n{}\n", roff(label), roff(about));
}

/// Examples, whose lines begin with two spaces, are printed as they stand.
std::string explanation(const std::string& text) {
  std::string result;
  bool verbatim = false;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const bool example = line.starts_with("  ");
    if (example != verbatim) result += example ? ".nf\n" : ".fi\n";
    verbatim = example;
    result += line.empty() ? ".PP\n" : roff(line) + "\n";
  }
  return result + (verbatim ? ".fi\n" : "");
}

std::string section(const CommandInfo& command) {
  std::string text = fmt::format(".SS \"{}\"\n{}\n", roff(usage_of(command)), roff(command.about));
  for (const ArgumentInfo& argument : command.arguments) {
    const std::string by_default = argument.default_value.empty() ? "" : fmt::format(" [{}]", argument.default_value);
    text += tagged(label_of(argument), argument.about + by_default);
  }
  return text + (command.explanation.empty() ? "" : ".PP\n" + explanation(command.explanation));
}

template <std::size_t N>
std::string entries(const char* title, const Entry (&list)[N]) {
  std::string text = fmt::format(".SH {}\n", title);
  for (const Entry& entry : list) text += tagged(entry.name, entry.about);
  return text;
}

}  // namespace

std::string man_page(std::span<const CommandInfo> commands) {
  std::string text = fmt::format(
      ".TH WARPLEDGER 1 \"\" \"warpledger {}\" \"User Commands\"\n"
      ".SH NAME\nwarpledger \\- run CUDA kernels over grids, keep the results, print tables\n"
      ".SH SYNOPSIS\n.B warpledger\n.I COMMAND\n.RI [ ARGUMENT ]...\n.SH DESCRIPTION\n{}\n.SH COMMANDS\n",
      kVersion, roff(kAboutProgram));
  for (const CommandInfo& command : commands)
    if (!command.group.empty()) text += section(command);
  text += entries("ENVIRONMENT", kEnvironment) + entries("FILES", kFiles);
  return text + fmt::format(".SH \"EXIT STATUS\"\n{}\n", roff(kExitCodes));
}

void add_manual(Arguments& arguments, const DescribeCommands& describe) {
  arguments.run([describe] {
    std::cout << man_page(describe());
    return kAllOk;
  });
}

}  // namespace warpledger
