#include "store/views.h"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/VariadicBind.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sqlite3.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>
#include <string_view>

#include "base/error.h"
#include "base/file.h"
#include "base/sql_text.h"
#include "base/text.h"
#include "model/device.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

void add_declared(const std::string& sql, std::string_view start, std::set<std::string>& names) {
  std::istringstream lines(sql);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(start)) continue;
    std::ranges::replace(line, ',', ' ');
    std::istringstream words(line.substr(start.size()));
    for (std::string name; words >> name;) names.insert(name);
  }
}

/// Words after AS, in lower case.
std::set<std::string> columns_made_by(const std::string& sql) {
  std::set<std::string> names;
  std::istringstream lines(sql);
  for (std::string line; std::getline(lines, line);) {
    std::string code = line.substr(0, line.find("--"));
    std::ranges::replace_if(
        code, [](char c) { return c == ',' || c == ';' || c == ')'; }, ' ');
    std::istringstream words(code);
    for (std::string word, before; words >> word; before = word)
      if (before == "AS") names.insert(lower_case(word));
  }
  return names;
}

std::vector<ViewStatement> statements_of(const ViewFile& file) {
  static const std::regex kView(R"re(CREATE (TEMP )?VIEW (\w+) AS\s)re");
  std::vector<ViewStatement> views;
  std::istringstream lines(file.sql);
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    text += line + '\n';
    if (line.find(';') == line.npos || sqlite3_complete(text.c_str()) == 0) continue;
    std::smatch match;
    if (!std::regex_search(text, match, kView))
      throw Error({.file = file.path}, "this statement makes no view",
                  "write CREATE VIEW name AS, or CREATE TEMP VIEW name AS");
    const auto begin = static_cast<std::size_t>(match.position());
    views.push_back({.file = file.path,
                     .name = match[2],
                     .sql = text.substr(begin, text.rfind(';') - begin),
                     .stored = !match[1].matched});
    text.clear();
  }
  return views;
}

bool is_device_fact(const std::string& name) { return std::ranges::count(kDeviceFacts, lower_case(name)) > 0; }

/// SQLite allows 2000 columns per view, and derived views need some. Merges and imports add any number of names.
constexpr std::size_t kMaxColumns = 1500;

class ColumnList {
 public:
  /// `needed` names always have a place.
  ColumnList(const std::set<std::string>& needed, const std::set<std::string>& derived)
      : needed_(needed), taken_(derived) {}

  /// Returns the column's name; "" if `name` is not needed and kMaxColumns is reached. Ignores case as SQL does.
  std::string add(std::string_view kind, const std::string& name, const std::string& expression) {
    if (!needed_.contains(name) && ++others_ + needed_.size() > kMaxColumns) return {};
    const bool is_facts = (kind == "quantity" || kind == "metric") && is_device_fact(name);
    const bool is_free = !is_facts && taken_.insert(lower_case(name)).second;
    std::string column = is_free ? name : fmt::format("{}.{}", kind, name);
    if (!is_free) taken_.insert(lower_case(column));
    text_ += fmt::format("{}  {} AS {}", text_.empty() ? "" : ",\n", expression, quoted_name(column));
    return column;
  }

  bool has(const std::string& name) const { return taken_.contains(lower_case(name)); }
  const std::string& text() const { return text_; }

 private:
  const std::set<std::string>& needed_;
  std::size_t others_ = 0;
  std::set<std::string> taken_;
  std::string text_;
};

std::set<std::string> texts_from(SQLite::Database& database, const std::string& sql) {
  std::set<std::string> names;
  SQLite::Statement rows(database, sql);
  while (rows.executeStep()) names.insert(rows.getColumn(0).getString());
  return names;
}

/// Hops through the index: SELECT DISTINCT would scan the table.
std::set<std::string> names_of_table(SQLite::Database& database, std::string_view table) {
  return texts_from(database, fmt::format("WITH RECURSIVE found(name) AS (SELECT min(name) FROM main.{0} UNION ALL "
                                          "SELECT (SELECT min(name) FROM main.{0} WHERE name > found.name) FROM found "
                                          "WHERE found.name IS NOT NULL) "
                                          "SELECT name FROM found WHERE name IS NOT NULL",
                                          table));
}

/// Aliases: p point, c configuration, r run, e experiment, d device.
void add_fixed_columns(ColumnList& columns) {
  for (const char* name : {"run", "ordinal", "outcome", "reason", "wall_s"})
    columns.add("", name, fmt::format("p.{}", name));
  for (const char* name : {"family", "kernel", "instance", "identity", "key"})
    columns.add("", name, fmt::format("c.{}", name));
  columns.add("", "point", "p.id");
  columns.add("", "run_uuid", "r.uuid");
  for (const char* name : {"started_utc", "submission", "device"}) columns.add("", name, fmt::format("r.{}", name));
  columns.add("", "experiment", "e.name");
  for (const char* name : {"uuid", "backend", "name", "chip"})
    columns.add("", fmt::format("device_{}", name), fmt::format("d.{}", name));
}

/// Lower-case names get the plain column if spellings differ only in case.
std::vector<std::string> lower_case_first(const std::set<std::string>& names) {
  std::vector<std::string> ordered(names.begin(), names.end());
  std::stable_partition(ordered.begin(), ordered.end(),
                        [](const std::string& name) { return name == lower_case(name); });
  return ordered;
}

void add_quantities(ColumnList& columns, const LedgerNames& names) {
  for (const std::string& name : lower_case_first(names.quantities))
    columns.add(
        "quantity", name,
        fmt::format("(SELECT value FROM quantity WHERE configuration = c.id AND name = {})", quoted_text(name)));
}

std::string measured_value(const MetricKinds& metrics, const std::string& name) {
  const auto found = metrics.find(name);
  return found == metrics.end() ? "NULL"
                                : fmt::format("(SELECT value FROM metric WHERE point = p.id AND kind IN ({}))",
                                              fmt::join(found->second, ", "));
}

/// `what`: "value", "lower" or "upper".
std::string modelled_value(const char* what, const std::string& name) {
  return fmt::format("(SELECT {} FROM estimate WHERE point = p.id AND name = {} ORDER BY generation DESC LIMIT 1)",
                     what, quoted_text(name));
}

/// `schema` is "main." if a temporary view hides a table.
std::string of_points(const std::string& columns, const std::string& schema, const std::string& where) {
  return fmt::format(
      "SELECT\n{0}\nFROM {1}point AS p\nJOIN configuration AS c ON c.id = p.configuration\n"
      "JOIN run AS r ON r.id = p.run\nJOIN {1}experiment AS e ON e.id = r.experiment\n"
      "JOIN {1}device AS d ON d.id = r.device\nWHERE {2}",
      columns, schema, where);
}

void replace(std::string& text, std::string_view what, const std::string& with) {
  if (const std::size_t at = text.find(what); at != std::string::npos) text.replace(at, what.size(), with);
}

std::string body_of(const std::string& sql) { return sql.substr(sql.find(" AS") + 3); }

constexpr const char* kKept = "p.run NOT IN (SELECT run FROM forgotten)";
constexpr const char* kSelected = "p.run = (SELECT run FROM temp.selected_run)";

void create_temporary_view(SQLite::Database& database, const std::string& name, const std::string& select,
                           const std::set<std::string>& unrecorded) {
  std::string columns;
  for (const std::string& column : unrecorded) columns += fmt::format(", NULL AS {}", quoted_name(column));
  database.exec(fmt::format("DROP VIEW IF EXISTS temp.{0}", name));
  database.exec(fmt::format("CREATE TEMP VIEW {} AS SELECT *{} FROM ({})", name, columns, select));
}

}  // namespace

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

LedgerNames names_in(SQLite::Database& database) {
  LedgerNames names{// a JSON path cannot quote these characters
                    .facts = texts_from(database,
                                        "SELECT DISTINCT key FROM main.device AS d, "
                                        "json_each(CASE WHEN json_valid(d.facts) THEN d.facts ELSE '{}' END) "
                                        "WHERE instr(key, '\"') = 0 AND instr(key, '\\') = 0"),
                    .quantities = names_of_table(database, "quantity"),
                    .metrics = {},
                    .estimates = names_of_table(database, "estimate")};
  SQLite::Statement kinds(database, "SELECT name, id FROM main.metric_kind ORDER BY id");
  while (kinds.executeStep()) names.metrics[kinds.getColumn(0).getString()].push_back(kinds.getColumn(1).getInt64());
  return names;
}

Views::Views(const std::string& schema_folder) : folder_((fs::path(schema_folder) / "views").string()) {
  for (const ViewFile& file : read_view_files(schema_folder)) {
    add_declared(file.sql, "-- measured:", measured_);
    add_declared(file.sql, "-- modelled:", modelled_);
    for (ViewStatement& view : statements_of(file)) views_.push_back(std::move(view));
  }
  derived_ = columns_made_by(statement("points").sql);
  derived_modelled_ = columns_made_by(statement("points_modelled").sql);
  derived_.merge(columns_made_by(statement("devices").sql));
}

const ViewStatement& Views::statement(const std::string& name) const {
  const auto found = std::ranges::find(views_, name, &ViewStatement::name);
  if (found == views_.end())
    throw Error({.file = folder_}, fmt::format("the view '{}' is missing", name),
                "the folder schema/ of the installation is incomplete: install again");
  return *found;
}

std::string Views::device_facts(const LedgerNames& names) const {
  const std::set<std::string> needed(kDeviceFacts.begin(), kDeviceFacts.end());
  std::set<std::string> facts = names.facts;
  std::erase_if(facts, [&](const std::string& fact) { return derived_.contains(lower_case(fact)); });
  facts.insert(needed.begin(), needed.end());
  ColumnList columns(needed, {});
  columns.add("", "device", "id");
  for (const char* name : {"uuid", "backend", "name", "chip"}) columns.add("", name, name);
  for (const std::string& fact : facts)
    columns.add("fact", fact, fmt::format("json_extract(facts, {})", quoted_text("$.\"" + fact + '"')));
  return fmt::format("SELECT\n{}\nFROM device", columns.text());
}

std::string Views::readings(const LedgerNames& names, const std::string& schema, bool on_host,
                            const std::string& where) const {
  std::set<std::string> needed(kDeviceFacts.begin(), kDeviceFacts.end());
  needed.insert(measured_.begin(), measured_.end());
  ColumnList columns(needed, derived_);
  add_fixed_columns(columns);
  columns.add("", "counter_source",
              on_host
                  ? "(SELECT 'model' WHERE EXISTS (SELECT 1 FROM estimate WHERE point = p.id AND value IS NOT NULL))"
                  : "(SELECT 'cupti' WHERE EXISTS (SELECT 1 FROM metric AS m JOIN metric_kind AS k ON k.id = m.kind "
                    "WHERE m.point = p.id AND k.source = 'cupti' AND m.value IS NOT NULL))");
  add_quantities(columns, names);
  std::set<std::string> metrics = names.estimates;
  for (const auto& [name, kinds] : names.metrics) metrics.insert(name);
  const auto is_modelled = [&](const std::string& name) {
    return on_host && (names.estimates.contains(name) || modelled_.contains(name));
  };
  for (const std::string& name : lower_case_first(metrics))
    columns.add("metric", name,
                is_modelled(name) ? modelled_value("value", name) : measured_value(names.metrics, name));
  std::set<std::string> facts = names.facts;
  std::erase_if(facts, [&](const std::string& fact) { return derived_.contains(lower_case(fact)); });
  facts.insert(kDeviceFacts.begin(), kDeviceFacts.end());
  for (const std::string& fact : facts)
    columns.add("fact", fact, fmt::format("json_extract(d.facts, {})", quoted_text("$.\"" + fact + '"')));
  for (const std::string& name : measured_)
    if (!columns.has(name)) columns.add("", name, "NULL");
  return of_points(columns.text(), schema, where);
}

std::string Views::modelled(const LedgerNames& names, const std::string& schema, const std::string& where) const {
  constexpr const char* kCompiled[] = {"registers", "static_shared_bytes", "local_bytes", "blocks_per_sm"};
  constexpr const char* kNeeded[] = {"blocks",           "warps", "threads", "elements", "fmas", "ideal_read_bytes",
                                     "ideal_write_bytes"};
  std::set<std::string> needed(std::begin(kNeeded), std::end(kNeeded));
  std::set<std::string> estimates = names.estimates;
  estimates.insert(modelled_.begin(), modelled_.end());
  for (const std::string& name : modelled_)
    for (const char* end : {"", "_low", "_high"}) needed.insert(name + end);
  ColumnList columns(needed, derived_modelled_);
  add_fixed_columns(columns);
  add_quantities(columns, names);
  for (const char* name : kCompiled)
    if (!columns.has(name)) columns.add("metric", name, measured_value(names.metrics, name));
  for (const std::string& name : estimates) {
    const bool known = names.estimates.contains(name);
    const std::string column = columns.add("metric", name, known ? modelled_value("value", name) : "NULL");
    if (column.empty()) continue;
    columns.add("metric", column + "_low", known ? modelled_value("lower", name) : "NULL");
    columns.add("metric", column + "_high", known ? modelled_value("upper", name) : "NULL");
  }
  for (const char* name : kNeeded)
    if (!columns.has(name)) columns.add("", name, "NULL");
  return of_points(columns.text(), schema, where);
}

std::vector<StoredView> Views::stored(const LedgerNames& names) const {
  std::vector<StoredView> all;
  for (const ViewStatement& view : views_) {
    if (!view.stored) continue;
    std::string sql = view.sql;
    if (view.name == "devices") replace(sql, "{device_facts}", device_facts(names));
    if (view.name == "points") replace(sql, "{readings}", readings(names, "", false, kKept));
    if (view.name == "points_modelled") replace(sql, "{modelled}", modelled(names, "", kKept));
    all.push_back({view.name, std::move(sql)});
  }
  return all;
}

void Views::store(SQLite::Database& database) const {
  SQLite::Statement find(database, "SELECT sql FROM main.sqlite_schema WHERE type = 'view' AND name = ?");
  for (const StoredView& view : stored(names_in(database))) {
    find.reset();
    find.bind(1, view.name);
    const bool is_there = find.executeStep();
    if (is_there && find.getColumn(0).getString() == view.sql) continue;
    find.reset();
    if (is_there) database.exec("DROP VIEW main." + view.name);
    try {
      database.exec(view.sql);
    } catch (const SQLite::Exception& cause) {
      throw Error({.file = statement(view.name).file}, cause.what(), "correct this view");
    }
  }
}

void Views::create_temporary(SQLite::Database& database) const {
  database.exec(
      "CREATE TEMP TABLE selected_run (run INTEGER NOT NULL);"
      "CREATE TEMP TABLE unrecorded_column (name TEXT NOT NULL)");
  for (const ViewStatement& view : views_) {
    if (view.stored) continue;
    try {
      database.exec(view.sql);
    } catch (const SQLite::Exception& cause) {
      throw Error({.file = view.file}, cause.what(), "correct this view");
    }
  }
}

void Views::create_point(SQLite::Database& database, bool on_host, const std::set<std::string>& unrecorded) const {
  const LedgerNames names = names_in(database);
  std::string point = body_of(statement("points").sql), modelled_point = body_of(statement("points_modelled").sql);
  replace(point, "{readings}", readings(names, "main.", on_host, kSelected));
  replace(modelled_point, "{modelled}", modelled(names, "main.", kSelected));
  create_temporary_view(database, "point", point, unrecorded);
  create_temporary_view(database, "point_modelled", modelled_point, unrecorded);
  database.exec("DELETE FROM temp.unrecorded_column");
  if (unrecorded.empty()) return;
  for (const char* name : {"points", "points_modelled"})
    create_temporary_view(database, name, fmt::format("SELECT * FROM main.{}", name), unrecorded);
  SQLite::Statement add(database, "INSERT INTO temp.unrecorded_column VALUES (?)");
  for (const std::string& column : unrecorded) {
    add.reset();
    add.bind(1, column);
    add.exec();
  }
}

void Views::check(SQLite::Database& database) const {
  for (const ViewStatement& view : views_) {
    try {
      const SQLite::Statement whole(database, "SELECT * FROM " + quoted_name(view.name));
    } catch (const SQLite::Exception& cause) {
      throw Error({.file = view.file}, fmt::format("view '{}': {}", view.name, cause.what()),
                  "correct the view, or declare the column in its file: -- measured: NAME");
    }
  }
}

std::set<std::string> Views::names() const {
  std::set<std::string> names = {"point", "point_modelled"};
  for (const ViewStatement& view : views_) names.insert(view.name);
  return names;
}

std::set<std::string> Views::modelled_columns(const LedgerNames& names) const {
  std::set<std::string> metrics = names.estimates, columns;
  metrics.insert(modelled_.begin(), modelled_.end());
  constexpr std::string_view kLow = "_low";
  for (const std::string& name : derived_modelled_)
    if (name.ends_with(kLow)) metrics.insert(name.substr(0, name.size() - kLow.size()));
  for (const std::string& name : metrics)
    for (const char* end : {"", "_low", "_high"}) {
      columns.insert(lower_case(name + end));
      columns.insert("metric." + lower_case(name + end));
    }
  return columns;
}

}  // namespace warpledger
