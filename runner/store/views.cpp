#include "store/views.h"

#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>
#include <sstream>
#include <string_view>

#include "base/error.h"
#include "base/file.h"
#include "base/sql_text.h"
#include "base/text.h"
#include "model/device.h"
#include "store/basis.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

/// The names after every "-- measured:" of the files.
std::set<std::string> declared_columns(const std::vector<ViewFile>& files) {
  constexpr std::string_view kStart = "-- measured:";
  std::set<std::string> names;
  for (const ViewFile& file : files) {
    std::istringstream lines(file.sql);
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with(kStart)) continue;
      std::replace(line.begin(), line.end(), ',', ' ');
      std::istringstream words(line.substr(kStart.size()));
      for (std::string name; words >> name;) names.insert(name);
    }
  }
  return names;
}

/// The columns that views make of others: the words after each AS, where a file reads the points or the devices.
std::set<std::string> derived_columns(const std::vector<ViewFile>& files) {
  std::set<std::string> names;
  for (const ViewFile& file : files) {
    const auto reads = [&](const char* view) {
      return file.sql.find(fmt::format("FROM {}", view)) != std::string::npos;
    };
    if (!reads("device_facts") && !reads("readings") && !reads("timed")) continue;
    std::istringstream lines(file.sql);
    for (std::string line; std::getline(lines, line);) {
      std::string code = line.substr(0, line.find("--"));
      std::ranges::replace_if(
          code, [](char c) { return c == ',' || c == ';' || c == ')'; }, ' ');
      std::istringstream words(code);
      for (std::string word, before; words >> word; before = word)
        if (before == "AS") names.insert(lower_case(word));
    }
  }
  return names;
}

bool is_device_fact(const std::string& name) { return std::ranges::count(kDeviceFacts, lower_case(name)) > 0; }

/// SQLite allows a view 2000 columns, and those that are made of these need some. A ledger has as many names as the
/// files that were merged and imported.
constexpr std::size_t kMostColumns = 1500;

/// The columns of a view under construction.
class ColumnList {
 public:
  /// The names in `needed` have a place whatever else there is; those in `derived` are taken.
  ColumnList(const std::set<std::string>& needed, const std::set<std::string>& derived)
      : needed_(needed), taken_(derived) {}

  /// Adds a column, unless kMostColumns would be exceeded: of the names that nobody needs the first ones have a place.
  /// SQL takes names that differ in case only for the same, and so does this.
  void add(std::string_view kind, const std::string& name, const std::string& expression) {
    if (!needed_.contains(name) && ++others_ + needed_.size() > kMostColumns) return;
    const bool is_facts = (kind == "quantity" || kind == "metric") && is_device_fact(name);
    const bool is_free = !is_facts && taken_.insert(lower_case(name)).second;
    const std::string column = is_free ? name : fmt::format("{}.{}", kind, name);
    if (!is_free) taken_.insert(lower_case(column));
    text_ += fmt::format("{}  {} AS {}", text_.empty() ? "" : ",\n", expression, quoted_name(column));
  }

  bool has(const std::string& name) const { return taken_.contains(lower_case(name)); }
  const std::string& text() const { return text_; }

 private:
  const std::set<std::string>& needed_;
  std::size_t others_ = 0;
  std::set<std::string> taken_;
  std::string text_;
};

std::set<std::string> names_from(SQLite::Database& database, const std::string& sql) {
  std::set<std::string> names;
  SQLite::Statement rows(database, sql);
  while (rows.executeStep()) names.insert(rows.getColumn(0).getString());
  return names;
}

/// The different names in a tall table, by hopping from one to the next in its index: SELECT DISTINCT would read it
/// all.
std::set<std::string> names_in(SQLite::Database& database, std::string_view table) {
  return names_from(database, fmt::format("WITH RECURSIVE found(name) AS (SELECT min(name) FROM main.{0} UNION ALL "
                                          "SELECT (SELECT min(name) FROM main.{0} WHERE name > found.name) FROM found "
                                          "WHERE found.name IS NOT NULL) "
                                          "SELECT name FROM found WHERE name IS NOT NULL",
                                          table));
}

void create_device_facts(SQLite::Database& database, const std::set<std::string>& facts,
                         const std::set<std::string>& needed) {
  ColumnList columns(needed, {});
  columns.add("", "device", "id");
  for (const char* name : {"uuid", "backend", "name", "chip"}) columns.add("", name, name);
  for (const std::string& fact : facts)
    columns.add("fact", fact, fmt::format("json_extract(facts, {})", quoted_text("$.\"" + fact + '"')));
  database.exec(fmt::format("CREATE TEMP VIEW device_facts AS SELECT\n{}\nFROM main.device", columns.text()));
}

void add_fixed_columns(ColumnList& columns) {
  for (const char* name : {"run", "ordinal", "outcome", "reason", "wall_s"})
    columns.add("", name, fmt::format("p.{}", name));
  for (const char* name : {"family", "kernel", "instance", "identity", "key"})
    columns.add("", name, fmt::format("c.{}", name));
  columns.add("", "point", "p.id");
  columns.add("", "basis", "b.basis");
  columns.add("", "has_times", "b.measured");
  columns.add("", "run_uuid", "r.uuid");
  for (const char* name : {"started_utc", "submission", "device"}) columns.add("", name, fmt::format("r.{}", name));
  columns.add("", "experiment", "e.name");
  for (const char* name : {"uuid", "backend", "name", "chip"})
    columns.add("", fmt::format("device_{}", name), fmt::format("f.{}", name));
}

void create_readings(SQLite::Database& database, const std::set<std::string>& facts, const WantedColumns& wanted,
                     const std::set<std::string>& needed) {
  ColumnList columns(needed, wanted.derived);
  add_fixed_columns(columns);
  for (const auto& name : names_in(database, "quantity"))
    columns.add(
        "quantity", name,
        fmt::format("(SELECT value FROM main.quantity WHERE configuration = c.id AND name = {})", quoted_text(name)));
  const std::set<std::string> modelled = names_in(database, "estimate");
  const std::map<std::string, MetricKinds> kinds = metric_kinds(database);
  std::set<std::string> metrics;
  for (const auto& [name, of_name] : kinds) metrics.insert(name);
  metrics.insert(modelled.begin(), modelled.end());
  metrics.insert(wanted.metrics.begin(), wanted.metrics.end());
  for (const auto& name : metrics) columns.add("metric", name, metric_in_basis(kinds, name, modelled.contains(name)));
  for (const auto& name : facts) columns.add("fact", name, "f." + quoted_name(name));
  for (const auto& name : wanted.measured)
    if (!columns.has(name)) columns.add("", name, "NULL");
  database.exec(
      fmt::format("CREATE TEMP VIEW readings AS SELECT\n{}\nFROM temp.basis b JOIN main.point p\n"
                  "JOIN main.configuration c ON c.id = p.configuration\n"
                  "JOIN main.run r ON r.id = p.run\n"
                  "JOIN main.experiment e ON e.id = r.experiment\n"
                  "JOIN device_facts f ON f.device = r.device",
                  columns.text()));
}

}  // namespace

void create_views(SQLite::Database& database, const std::string& schema_folder,
                  const std::vector<std::string>& metric_names) {
  const auto files = read_view_files(schema_folder);
  database.exec("CREATE TEMP TABLE selected_run (run INTEGER NOT NULL)");
  create_bases(database);
  create_pivot(database, {.metrics = {metric_names.begin(), metric_names.end()},
                          .measured = declared_columns(files),
                          .derived = derived_columns(files)});
  for (const ViewFile& file : files) {
    try {
      database.exec(file.sql);
    } catch (const SQLite::Exception& cause) {
      throw Error({.file = file.path}, cause.what(), "correct this view");
    }
  }
}

void check_views(SQLite::Database& database, const std::string& schema_folder) {
  SQLite::Statement views(database, "SELECT name FROM sqlite_temp_schema WHERE type = 'view' ORDER BY rowid");
  while (views.executeStep()) {
    const std::string name = views.getColumn(0).getString();
    try {
      const SQLite::Statement whole(database, "SELECT * FROM temp." + quoted_name(name));
    } catch (const SQLite::Exception& cause) {
      throw Error({.file = (fs::path(schema_folder) / "views").string()},
                  fmt::format("view '{}': {}", name, cause.what()),
                  "correct the view, or declare the column in its file: -- measured: NAME");
    }
  }
}

namespace fs = std::filesystem;

std::vector<ViewFile> read_view_files(const std::string& schema_folder) {
  const fs::path folder = fs::path(schema_folder) / "views";
  std::error_code failure;
  std::vector<ViewFile> files;
  for (const auto& entry : fs::directory_iterator(folder, failure))
    if (entry.path().extension() == ".sql") files.push_back({entry.path().string(), read_file(entry.path().string())});
  if (files.empty())
    throw Error({.file = folder.string()}, "there are no views here",
                "the folder schema/ of the installation is incomplete: install again");
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return files;
}

void create_pivot(SQLite::Database& database, const WantedColumns& wanted) {
  // In a path, no name can have a quote or a backslash.
  std::set<std::string> facts = names_from(database,
                                           "SELECT DISTINCT key FROM main.device, json_each(main.device.facts) "
                                           "WHERE instr(key, '\"') = 0 AND instr(key, '\\') = 0");
  std::erase_if(facts, [&](const std::string& fact) { return wanted.derived.contains(lower_case(fact)); });
  facts.insert(kDeviceFacts.begin(), kDeviceFacts.end());
  std::set<std::string> needed(kDeviceFacts.begin(), kDeviceFacts.end());
  needed.insert(wanted.metrics.begin(), wanted.metrics.end());
  needed.insert(wanted.measured.begin(), wanted.measured.end());
  create_device_facts(database, facts, needed);
  create_readings(database, facts, wanted, needed);
}

}  // namespace warpledger
