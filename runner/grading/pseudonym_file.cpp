#include "grading/pseudonym_file.h"

#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <set>
#include <string_view>

#include "base/error.h"
#include "base/text.h"
#include "base/write_file.h"
#include "report/csv_text.h"
#include "report/render_table.h"

namespace warpledger {
namespace {

constexpr std::string_view kHeadings = "pseudonym,submission";

[[noreturn]] void refuse(const std::string& file, std::size_t line, const std::string& what) {
  throw Error({.file = file, .line = line}, what,
              "restore the file from a copy; without it, new pseudonyms would be drawn for all");
}

/// A field of CSV without its quotes; empty when it is damaged.
std::string unquoted(std::string_view field) {
  if (!field.starts_with('"')) return field.find_first_of(",\"") == std::string_view::npos ? std::string(field) : "";
  if (field.size() < 2 || !field.ends_with('"')) return "";
  field = field.substr(1, field.size() - 2);
  std::string text;
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (field[i] == '"' && field.substr(i, 2) != "\"\"") return "";
    if (field[i] == '"') ++i;
    text += field[i];
  }
  return text;
}

/// The lines of a file whose last one is ended, too: it was written whole.
std::vector<std::string> whole_lines(const std::string& file) {
  const std::string text = read_file(file);
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) refuse(file, lines.size() + 1, "the last line of this file of pseudonyms is cut off");
    lines.push_back(text.substr(begin, end - begin));
    if (lines.back().ends_with('\r')) lines.back().pop_back();  // as spreadsheets save them
    begin = end + 1;
  }
  return lines;
}

}  // namespace

Pseudonyms read_pseudonyms(const std::string& file) {
  const std::vector<std::string> lines = whole_lines(file);
  if (lines.empty() || lines[0] != kHeadings)
    refuse(file, 1, fmt::format("a file of pseudonyms begins with '{}'", kHeadings));
  Pseudonyms pseudonyms;
  std::set<std::string> taken;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::size_t comma = lines[i].find(',');
    const std::string pseudonym = text_of_csv(unquoted(lines[i].substr(0, comma)));
    const std::string name = comma == std::string::npos ? "" : text_of_csv(unquoted(lines[i].substr(comma + 1)));
    if (pseudonym.empty() || name.empty()) refuse(file, i + 1, "this line is no pseudonym and submission");
    if (!taken.insert(pseudonym).second) refuse(file, i + 1, fmt::format("pseudonym '{}' is here twice", pseudonym));
    if (!pseudonyms.emplace(name, pseudonym).second)
      refuse(file, i + 1, fmt::format("submission '{}' is here twice", name));
  }
  return pseudonyms;
}

void write_pseudonyms(const std::string& file, const Pseudonyms& pseudonyms) {
  Table table{{"pseudonym", "submission"}, {}};
  for (const auto& [name, pseudonym] : pseudonyms) table.rows.push_back({pseudonym, name});
  const auto refuse_errno = [&](int number) {
    throw Error({.file = file}, fmt::format("cannot be written: {}", std::strerror(number)),
                "check that its folder exists and is writable");
  };
  std::string aside = file + ".XXXXXX";
  const int made = mkstemp(aside.data());  // mode 0600
  if (made < 0) refuse_errno(errno);
  close(made);
  try {
    write_file(aside, render_table(table, Format::csv, {}));
    if (std::rename(aside.c_str(), file.c_str()) != 0) refuse_errno(errno);
  } catch (...) {
    unlink(aside.c_str());
    throw;
  }
}

}  // namespace warpledger
