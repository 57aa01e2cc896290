#include "command/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "base/split.h"
#include "base/text.h"
#include "base/text_width.h"

namespace warpledger {

const char* const kAboutProgram =
    "warpledger runs CUDA kernels over grids of shapes and launch configurations, checks every result, keeps every "
    "timing and counter in a ledger, and prints the tables of the assignment from it.";
const char* const kExitCodes =
    "Exit codes: 0 all points ok, 1 some point failed or the run was stopped, 2 usage or input error, 3 a device "
    "failed "
    "and points are left.";

namespace {

constexpr std::size_t kLabelWidth = 28;  ///< columns before the text that says what a word means

/// A paragraph in lines of `width` columns, all but the first with `indent` spaces in front.
std::string paragraph(const std::string& text, std::size_t width, std::size_t indent = 0) {
  std::string lines;
  for (const std::string& line : wrap(text, std::max<std::size_t>(width - std::min(width, indent), 20)))
    lines += (lines.empty() ? "" : "\n" + std::string(indent, ' ')) + line;
  return lines + "\n";
}

/// "  label    what it means", wrapped; a label that is too long is on its own line.
std::string entry(const std::string& label, const std::string& about, std::size_t width) {
  const std::string text = paragraph(about, width, kLabelWidth);
  if (label.size() + 4 > kLabelWidth) return fmt::format("  {}\n{:{}}{}", label, "", kLabelWidth, text);
  return fmt::format("  {:{}}{}", label, kLabelWidth - 2, text);
}

/// A line that is in columns. A command that is too wide continues in the next line as a shell takes it; text is
/// wrapped below the column that it begins in.
std::string column_line(const std::string& line, std::size_t width) {
  if (display_width(line) <= width) return line + "\n";
  const std::size_t begin = line.find_first_not_of(' ');
  const bool command = line.compare(begin, 11, "warpledger ") == 0;
  const std::size_t gap = line.find("  ", begin);
  const std::size_t text = command || gap == std::string::npos ? begin : line.find_first_not_of(' ', gap);
  const std::string continued = "\n" + std::string(command ? begin + 4 : text, ' ');
  std::string lines = line.substr(0, text);
  const std::string next = (command ? " \\" : "") + continued;
  bool first = true;
  for (const std::string& part :
       wrap(line.substr(text), std::max<std::size_t>(width - std::min(width, text + 6), 20))) {
    if (!first) lines += next;
    lines += part;
    first = false;
  }
  return lines + "\n";
}

/// Lines that are in columns, as examples do, are kept; the others are paragraphs.
std::string wrapped_lines(const std::string& text, std::size_t width) {
  std::string result, running;
  const auto flush = [&] {
    if (!running.empty()) result += paragraph(running, width);
    running.clear();
  };
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.starts_with("  ")) {
      flush();
      result += column_line(line, width);
    } else {
      running += (running.empty() ? "" : " ") + line;
      if (line.ends_with(':')) flush();
    }
  }
  flush();
  return result;
}

std::string about_of(const ArgumentInfo& argument) {
  std::string text = argument.about;
  if (!argument.default_value.empty()) text += fmt::format(" [{}]", argument.default_value);
  return text;
}

std::size_t usable(int width) { return static_cast<std::size_t>(std::max(width, 40)); }

}  // namespace

std::string label_of(const ArgumentInfo& argument) {
  std::string label = join(split(argument.name, ','));
  if (argument.positional() || argument.value_name.empty()) return label;
  return label + (argument.optional_value ? fmt::format(" [{}]", argument.value_name) : " " + argument.value_name);
}

std::string usage_of(const CommandInfo& command) {
  std::string text = "warpledger " + command.name;
  if (std::ranges::any_of(command.arguments, [](const auto& argument) { return !argument.positional(); }))
    text += " [OPTION]...";
  for (const ArgumentInfo& argument : command.arguments) {
    if (!argument.positional()) continue;
    text += argument.required ? " " + argument.name : fmt::format(" [{}]", argument.name);
    if (argument.repeats) text += "...";
  }
  return text;
}

std::string help_of_command(const CommandInfo& command, int columns) {
  const std::size_t width = usable(columns);
  std::string text = paragraph(command.about, width) + "\n" + paragraph("Usage: " + usage_of(command), width, 7);
  for (const bool positional : {true, false}) {
    std::string entries;
    for (const ArgumentInfo& argument : command.arguments)
      if (argument.positional() == positional) entries += entry(label_of(argument), about_of(argument), width);
    if (!positional) entries += entry("-h, --help", "print this help", width);
    if (!entries.empty()) text += (positional ? "\nArguments:\n" : "\nOptions:\n") + entries;
  }
  return text + "\n" + wrapped_lines(command.explanation.empty() ? kExitCodes : command.explanation, width);
}

std::string help_of_program(std::span<const CommandInfo> commands, int columns) {
  const std::size_t width = usable(columns);
  std::string text = paragraph(kAboutProgram, width) + "\nUsage: warpledger COMMAND [ARGUMENT]...\n";
  std::string group;
  for (const CommandInfo& command : commands) {
    if (command.group.empty()) continue;
    if (command.group != group) text += fmt::format("\n{}:\n", command.group);
    group = command.group;
    text += entry(command.name, command.about, width);
  }
  text += "\nOptions:\n" + entry("-h, --help", "print this help; after a command, that command's", width) +
          entry("--version", "print the version, the commit and the CUDA Toolkit it was built with", width);
  return text + "\n" + paragraph(kExitCodes, width);
}

}  // namespace warpledger
