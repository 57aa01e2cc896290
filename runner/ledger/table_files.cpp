#include "ledger/table_files.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <utility>

#include "base/error.h"
#include "report/draw.h"
#include "report/json_rows.h"
#include "report/sheet.h"
#include "store/plain_database.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

/// Takes tables one after another: begin(), rows(), rows(), begin(), ...
class TableSink {
 public:
  virtual ~TableSink() = default;
  virtual void begin(const std::string& name, const std::vector<std::string>& columns) = 0;
  virtual void rows(const Table& part) = 0;
  /// After the last table. Throws Error when anything could not be written.
  virtual void end() = 0;
};

/// A file of text; every failure to write it is an Error.
class TextFile {
 public:
  explicit TextFile(std::string path) : path_(std::move(path)), stream_(path_, std::ios::binary) { check(); }
  void write(const std::string& text) {
    stream_ << text;
    check();
  }
  void close() {
    stream_.close();
    check();
  }

 private:
  void check() const {
    if (!stream_)
      throw Error({.file = path_}, fmt::format("cannot be written: {}", std::strerror(errno)),
                  "check the folder's permissions and the disk");
  }
  std::string path_;
  std::ofstream stream_;
};

class CsvFolder : public TableSink {
 public:
  explicit CsvFolder(std::string folder) : folder_(std::move(folder)) { fs::create_directory(folder_); }

  void begin(const std::string& name, const std::vector<std::string>& columns) override {
    end();
    file_.emplace(fmt::format("{}/{}.csv", folder_, name));
    const Sheet sheet = sheet_of({columns, {}}, Format::csv);
    file_->write(draw_csv(sheet, whole(sheet)));
  }
  void rows(const Table& part) override {
    const Sheet sheet = sheet_of(part, Format::csv);
    file_->write(draw_csv_rows(sheet, whole(sheet)));
  }
  void end() override {
    if (file_) file_->close();
  }

 private:
  std::string folder_;
  std::optional<TextFile> file_;
};

class JsonFile : public TableSink {
 public:
  explicit JsonFile(const std::string& path) : file_(path) { file_.write("{"); }

  void begin(const std::string& name, const std::vector<std::string>&) override {
    end_table();
    file_.write(fmt::format("{}\n\"{}\": ", rows_ ? "," : "", name));
    rows_ = std::make_unique<JsonRowText>();
  }
  void rows(const Table& part) override { file_.write(rows_->of(part)); }
  void end() override {
    end_table();
    file_.write("}\n");
    file_.close();
  }

 private:
  void end_table() {
    if (rows_) file_.write(rows_->end());
  }
  TextFile file_;
  std::unique_ptr<JsonRowText> rows_;  ///< of the table under way
};

class SqliteFile : public TableSink {
 public:
  explicit SqliteFile(const std::string& path) : database_(path) {}

  void begin(const std::string& name, const std::vector<std::string>& columns) override {
    database_.begin_table(name, columns);
  }
  void rows(const Table& part) override { database_.add(part.rows); }
  void end() override {
    for (const char* table : {"points", "samples", "metrics"})
      database_.execute(fmt::format("CREATE INDEX {0}_by_point ON {0} (run, ordinal)", table));
    database_.execute(
        "CREATE VIEW metrics_of_points AS SELECT points.identity, points.kernel, metrics.* FROM metrics "
        "JOIN points USING (run, ordinal)");
    database_.commit();
  }

 private:
  PlainDatabase database_;
};

std::unique_ptr<TableSink> make_sink(ExportFormat format, const std::string& path) {
  if (format == ExportFormat::csv) return std::make_unique<CsvFolder>(path);
  if (format == ExportFormat::json) return std::make_unique<JsonFile>(path);
  return std::make_unique<SqliteFile>(path);
}

/// What is written before it becomes `to`; removed when it does not.
class Unfinished {
 public:
  explicit Unfinished(const std::string& to) : path_(to + ".partial") { remove(); }
  ~Unfinished() { remove(); }
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;
  const std::string& path() const { return path_; }

 private:
  void remove() const {
    std::error_code ignored;
    for (const char* end : {"", "-journal"}) fs::remove_all(path_ + end, ignored);
  }
  std::string path_;
};

void write_to(TableSink& sink, const LedgerReader& ledger, const std::vector<ExportedTable>& tables) {
  for (const ExportedTable& table : tables) {
    bool begun = false;
    ledger.query_in_parts(table.sql, [&](const Table& part) {
      if (!std::exchange(begun, true)) sink.begin(table.name, part.columns);
      sink.rows(part);
    });
  }
  sink.end();
}

}  // namespace

void write_tables(const LedgerReader& ledger, const std::vector<ExportedTable>& tables, ExportFormat format,
                  const std::string& to) {
  if (fs::exists(to)) throw Error({.file = to}, "this file exists", "name a new one with --output");
  const Unfinished unfinished(to);
  try {
    write_to(*make_sink(format, unfinished.path()), ledger, tables);
    fs::rename(unfinished.path(), to);
  } catch (const fs::filesystem_error& cause) {
    throw Error({.file = to}, fmt::format("cannot be written: {}", cause.code().message()),
                "check the folder's permissions and the disk");
  }
}

}  // namespace warpledger
