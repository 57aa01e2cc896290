#include "store/intern.h"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/VariadicBind.h>

#include <nlohmann/json.hpp>

#include "model/digest.h"

namespace warpledger {
namespace {

/// Both statements take the same parameters.
template <typename... Values>
std::int64_t found_or_added(SQLite::Database& database, const char* select, const char* insert,
                            const Values&... values) {
  SQLite::Statement find(database, select);
  SQLite::bind(find, values...);
  if (find.executeStep()) return find.getColumn(0).getInt64();
  SQLite::Statement add(database, insert);
  SQLite::bind(add, values...);
  add.exec();
  return database.getLastInsertRowid();
}

void add_program_source(SQLite::Database& database, std::int64_t program, std::int64_t place,
                        const SourceFile& source) {
  const std::int64_t id = source_id(database, source);
  SQLite::Statement add(database, "INSERT INTO program_source (program, place, source) VALUES (?, ?, ?)");
  SQLite::bind(add, program, place, id);
  add.exec();
}

}  // namespace

std::int64_t device_id(SQLite::Database& database, const Device& device) {
  return found_or_added(database,
                        "SELECT id FROM device WHERE uuid = ? AND backend = ? AND name = ? AND chip = ? AND facts = ?",
                        "INSERT INTO device (uuid, backend, name, chip, facts) VALUES (?, ?, ?, ?, ?)", device.uuid,
                        device.backend, device.name, device.chip, nlohmann::json(device.facts).dump());
}

std::int64_t environment_id(SQLite::Database& database, const Device& device) {
  const std::string text = nlohmann::json(device.environment).dump();
  return found_or_added(database, "SELECT id FROM environment WHERE sha256 = ? AND text = ?",
                        "INSERT INTO environment (sha256, text) VALUES (?, ?)", sha256(text), text);
}

std::int64_t experiment_id(SQLite::Database& database, const std::string& name, const std::string& text) {
  return found_or_added(database, "SELECT id FROM experiment WHERE name = ? AND sha256 = ? AND text = ?",
                        "INSERT INTO experiment (name, sha256, text) VALUES (?, ?, ?)", name, sha256(text), text);
}

std::int64_t source_id(SQLite::Database& database, const SourceFile& source) {
  return found_or_added(database, "SELECT id FROM source WHERE sha256 = ? AND name = ? AND text = ?",
                        "INSERT INTO source (sha256, name, text) VALUES (?, ?, ?)", sha256(source.text), source.name,
                        source.text);
}

std::int64_t program_id(SQLite::Database& database, const Program& program) {
  const std::string digest = digest_of(program);
  SQLite::Statement find(database, "SELECT id FROM program WHERE digest = ?");
  SQLite::bind(find, digest);
  if (find.executeStep()) return find.getColumn(0).getInt64();
  SQLite::Statement add(database, "INSERT INTO program (digest) VALUES (?)");
  SQLite::bind(add, digest);
  add.exec();
  const std::int64_t id = database.getLastInsertRowid();
  std::int64_t place = 0;
  add_program_source(database, id, place, program.main);
  for (const SourceFile& header : program.headers) add_program_source(database, id, ++place, header);
  return id;
}

}  // namespace warpledger
