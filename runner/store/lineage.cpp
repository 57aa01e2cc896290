#include "store/lineage.h"

#include <sqlite3.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <memory>
#include <optional>
#include <regex>
#include <string_view>

#include "base/sql_text.h"
#include "base/text.h"
#include "store/tables.h"

namespace warpledger {
namespace {

/// Texts and comments count too: marking too much does no harm.
bool may_be_compound(const std::string& sql) {
  static const std::regex kWords(R"re(\b(union|except|intersect|values)\b)re", std::regex::icase);
  return std::regex_search(sql, kWords);
}

bool is_number_of_estimate(std::string_view column) {
  return column == "value" || column == "lower" || column == "upper";
}

bool is_number_of_estimates(std::string_view column) {
  constexpr std::string_view kNumbers[] = {"modelled",     "lower", "upper", "difference", "relative_difference",
                                           "inside_bounds"};
  return std::ranges::count(kNumbers, column) > 0;
}

std::string text_of_view(sqlite3* database, const std::string& name) {
  sqlite3_stmt* raw = nullptr;
  sqlite3_prepare_v2(database,
                     "SELECT sql FROM temp.sqlite_schema WHERE name = ?1 AND type = 'view' UNION ALL "
                     "SELECT sql FROM main.sqlite_schema WHERE name = ?1 AND type = 'view'",
                     -1, &raw, nullptr);
  const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> statement(raw, sqlite3_finalize);
  if (!statement) return {};
  sqlite3_bind_text(raw, 1, name.data(), static_cast<int>(name.size()), SQLITE_STATIC);
  if (sqlite3_step(raw) != SQLITE_ROW) return {};
  return reinterpret_cast<const char*>(sqlite3_column_text(raw, 0));
}

/// `sql` has no comments. In doubt true: marking too much does no harm.
bool may_define(const std::string& sql, const std::string& name) {
  static const std::regex kWith(R"re(\bwith\b)re", std::regex::icase);
  if (!std::regex_search(sql, kWith)) return false;
  std::string escaped;
  for (const char c : name)
    escaped += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ? std::string(1, c) : ".";
  const std::regex definition(
      R"re(["'`\[]?\b)re" + escaped + R"re(\b["'`\]]?\s*(\([^)]*\)\s*)?\bas\b\s*(not\s+)?(materialized\s*)?\()re",
      std::regex::icase);
  return std::regex_search(sql, definition);
}

/// Column reads by view; those in common table expressions count as the statement's own.
class Reads {
 public:
  Reads(sqlite3* database, const std::string& sql, const std::vector<ColumnRead>& all, const ModelledViews& views)
      : views_(views) {
    const std::string code = without_comments(sql);
    std::map<std::string, bool> is_view;
    for (const ColumnRead& read : all) {
      const auto [known, is_new] = is_view.emplace(read.within, false);
      if (is_new && !read.within.empty())
        known->second = !may_define(code, read.within) && !text_of_view(database, read.within).empty();
      by_view_[known->second ? read.within : ""].push_back(&read);
    }
  }

  std::vector<std::string> modelled() {
    std::vector<std::string> names;
    for (const ColumnRead* read : by_view_[""]) {
      if (!is_modelled(*read)) continue;
      const std::string name = read->column.empty() ? read->table : read->table + "." + read->column;
      if (std::ranges::count(names, name) == 0) names.push_back(name);
    }
    return names;
  }

  std::vector<std::string> modelled_views() {
    std::vector<std::string> names;
    for (const auto& [view, reads] : by_view_)
      if (!view.empty() && reads_modelled(view)) names.push_back(view);
    return names;
  }

 private:
  bool is_modelled(const ColumnRead& read) {
    if (read.table == "estimate") return is_number_of_estimate(read.column);
    if (read.table == "point" && !views_.point) return false;
    if (read.table == "point" || read.table == "points_modelled" || read.table == "point_modelled") {
      if (!columns_) columns_ = views_.columns();
      return columns_->contains(lower_case(read.column));
    }
    if (read.table == "estimates" || read.table == "model_check") return is_number_of_estimates(read.column);
    return reads_modelled(read.table);
  }

  bool reads_modelled(const std::string& view) {
    const auto known = reads_modelled_.find(view);
    if (known != reads_modelled_.end()) return known->second;
    reads_modelled_[view] = false;  // for tables, and to end recursion
    const auto reads = by_view_.find(view);
    const bool any = reads != by_view_.end() &&
                     std::ranges::any_of(reads->second, [&](const ColumnRead* read) { return is_modelled(*read); });
    return reads_modelled_[view] = any;
  }

  const ModelledViews& views_;
  std::map<std::string, std::vector<const ColumnRead*>> by_view_;
  std::map<std::string, bool> reads_modelled_;
  std::optional<std::set<std::string>> columns_;
};

/// True if the result column is an unchanged table column that holds nothing modelled.
bool is_plain(sqlite3_stmt* statement, int column) {
  const char* const schema = sqlite3_column_database_name(statement, column);
  const char* const table = sqlite3_column_table_name(statement, column);
  const char* const origin = sqlite3_column_origin_name(statement, column);
  if (schema == nullptr || table == nullptr || origin == nullptr || std::string_view(schema) != "main") return false;
  if (std::string_view(table) == "estimate" && is_number_of_estimate(origin)) return false;
  return std::ranges::count(kTables, std::string_view(table), &LedgerTable::name) > 0;
}

}  // namespace

Lineage lineage_of(sqlite3* database, sqlite3_stmt* statement, const std::string& sql,
                   const std::vector<ColumnRead>& all, const ModelledViews& views) {
  Reads reads(database, sql, all, views);
  Lineage lineage{.modelled = {}, .read = reads.modelled()};
  if (lineage.read.empty()) return lineage;
  const std::vector<std::string> modelled_views = reads.modelled_views();
  const bool compound = may_be_compound(sql) || std::ranges::any_of(modelled_views, [&](const std::string& view) {
                          return !views.own.contains(view) && may_be_compound(text_of_view(database, view));
                        });
  for (int column = 0; column < sqlite3_column_count(statement); ++column)
    lineage.modelled.push_back(compound || !is_plain(statement, column));
  return lineage;
}

}  // namespace warpledger
