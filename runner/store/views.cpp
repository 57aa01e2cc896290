#include "store/views.h"

#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <string_view>

#include "base/error.h"
#include "store/basis.h"
#include "store/pivot.h"
#include "store/quoted.h"
#include "store/view_files.h"

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

}  // namespace

void create_views(SQLite::Database& database, const std::string& schema_folder,
                  const std::vector<std::string>& metric_names) {
  const auto files = read_view_files(schema_folder);
  database.exec("CREATE TEMP TABLE selected_run (run INTEGER NOT NULL)");
  create_bases(database);
  create_pivot(database, {.metrics = {metric_names.begin(), metric_names.end()}, .measured = declared_columns(files)});
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

}  // namespace warpledger
