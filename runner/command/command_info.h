#pragma once

#include <deque>
#include <string>
#include <vector>

namespace warpledger {

/// An argument of a command, as --help, the man page and the shells' completions show it.
struct ArgumentInfo {
  std::string name;        ///< "experiment" of a positional, else "-o,--output"
  std::string value_name;  ///< "FILE"; empty for a flag
  std::string about;
  std::string default_value;       ///< empty: none
  std::vector<std::string> words;  ///< the only values allowed; empty: any
  bool required = false;
  bool repeats = false;
  bool optional_value = false;

  bool positional() const { return !name.starts_with('-'); }

  /// The names one by one: "-o" and "--output".
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    std::size_t from = 0;
    for (std::size_t comma = name.find(','); comma != std::string::npos; comma = name.find(',', from)) {
      names.push_back(name.substr(from, comma - from));
      from = comma + 1;
    }
    names.push_back(name.substr(from));
    return names;
  }
};

/// A command as the table of main.cpp and its own declarations describe it.
struct CommandInfo {
  std::string name;
  std::string about;
  std::string group;                   ///< heading in --help; "" hides the command
  std::deque<ArgumentInfo> arguments;  ///< in the order of their declaration; a deque, so that each keeps its address
  std::string explanation;             ///< below the arguments: examples, exit codes
};

}  // namespace warpledger
