#include "store/basis.h"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/VariadicBind.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/sql_text.h"

namespace warpledger {
namespace {

/// `ids`: a list, or a SELECT of one.
std::string value_of_kinds(const std::string& ids) {
  return fmt::format("(SELECT value FROM main.metric WHERE point = p.id AND kind IN ({}))", ids);
}

}  // namespace

void create_bases(SQLite::Database& database) {
  database.exec(R"sql(
    CREATE TEMP TABLE basis (
      basis       TEXT PRIMARY KEY,
      measured    INTEGER NOT NULL,  -- whether counters and times are there
      any_device  INTEGER NOT NULL,  -- whether estimates are there on every device, else on the host only
      confidences TEXT NOT NULL,     -- of the estimates that are there
      bound       TEXT NOT NULL      -- which number of an estimate
    ) STRICT, WITHOUT ROWID;
    INSERT INTO temp.basis VALUES
      ('shown',     1, 0, 'exact good poor', 'value'),
      ('measured',  1, 0, '',                'value'),
      ('firm',      1, 0, 'exact good',      'value'),
      ('uncounted', 0, 0, 'exact good poor', 'value'),
      ('modelled',  0, 1, 'exact good poor', 'value'),
      ('lower',     0, 1, 'exact good poor', 'lower'),
      ('upper',     0, 1, 'exact good poor', 'upper'),
      ('good',      0, 1, 'exact good',      'value'),
      ('exact',     0, 1, 'exact',           'value');
    CREATE TEMP TABLE selected_basis (basis TEXT NOT NULL);
    INSERT INTO temp.selected_basis VALUES ('shown');
  )sql");
}

void select_basis(SQLite::Database& database, const std::string& basis) {
  SQLite::Statement select(database, "UPDATE temp.selected_basis SET basis = ?");
  SQLite::bind(select, basis);
  select.exec();
}

std::map<std::string, MetricKinds> metric_kinds(SQLite::Database& database) {
  std::map<std::string, MetricKinds> kinds;
  SQLite::Statement rows(database, "SELECT name, id, source = 'attribute' FROM main.metric_kind ORDER BY id");
  while (rows.executeStep()) {
    MetricKinds& of_name = kinds[rows.getColumn(0).getString()];
    (rows.getColumn(2).getInt() == 1 ? of_name.attributes : of_name.readings).push_back(rows.getColumn(1).getInt64());
  }
  return kinds;
}

std::string metric_in_basis(const std::map<std::string, MetricKinds>& kinds, const std::string& name,
                            bool may_be_modelled) {
  std::vector<std::string> sources;
  if (const auto found = kinds.find(name); found == kinds.end()) {
    // A run under way may record it later.
    sources.push_back(
        fmt::format("CASE WHEN b.measured THEN {} END",
                    value_of_kinds(fmt::format("SELECT id FROM main.metric_kind WHERE name = {}", quoted_text(name)))));
  } else {
    if (const auto& ids = found->second.attributes; !ids.empty())
      sources.push_back(value_of_kinds(fmt::format("{}", fmt::join(ids, ", "))));
    if (const auto& ids = found->second.readings; !ids.empty())
      sources.push_back(
          fmt::format("CASE WHEN b.measured THEN {} END", value_of_kinds(fmt::format("{}", fmt::join(ids, ", ")))));
  }
  // The newest estimate is chosen first and judged then: an older one must not stand in for it.
  if (may_be_modelled)
    sources.push_back(fmt::format(
        "CASE WHEN b.any_device OR f.backend = 'host' THEN (SELECT CASE WHEN instr(b.confidences, confidence) "
        "THEN CASE b.bound WHEN 'lower' THEN lower WHEN 'upper' THEN upper ELSE value END END FROM main.estimate "
        "WHERE point = p.id AND name = {} ORDER BY generation DESC LIMIT 1) END",
        quoted_text(name)));
  return sources.size() == 1 ? sources.front() : fmt::format("coalesce({})", fmt::join(sources, ", "));
}

}  // namespace warpledger
