#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <unordered_set>
#include <vector>

#include "model/device.h"
#include "model/job.h"
#include "model/metric.h"

namespace warpledger {

/// Rows shared by runs or points. Each function returns the id of a row, added if it is new. The caller holds the
/// transaction.
class SharedRows {
 public:
  explicit SharedRows(SQLite::Database& database);

  std::int64_t device(const Device& device);
  std::int64_t environment(const Device& device);
  std::int64_t experiment(const std::string& name, const std::string& text);
  std::int64_t source(const SourceFile& source);
  std::int64_t configuration(const Job& job);
  /// Copies configuration `id` with another identity and other quantities.
  std::int64_t configuration(std::int64_t id, const std::string& identity, const std::vector<Quantity>& quantities);
  /// `cache` is absent if unknown.
  std::int64_t timing_method(const std::string& clock, Cache cache, const std::string& stop_rule);
  std::int64_t metric_kind(const Metric& metric);
  std::int64_t absence(const std::string& reason);
  std::int64_t memory_model(const Estimate& estimate);

  void name_estimate(const std::string& name);

  /// True if names were added since the last call: views may lack their columns.
  bool take_new_names();

  /// Call this after a rollback.
  void forget();

 private:
  class Table {
   public:
    Table(SQLite::Database& database, const char* insert) : insert_(database, insert) {}
    /// True if the row is new. `values` are all columns except the id.
    template <typename... Values>
    bool add(std::int64_t id, const Values&... values);
    void forget() { known_.clear(); }

   private:
    SQLite::Statement insert_;
    std::unordered_set<std::int64_t> known_;
  };

  struct KnownProgram {
    Program program;
    std::string digest;
    std::int64_t id = 0;

    /// Recomputes only on a change: neighbouring points share their program.
    void become(const Program& other);
  };
  void add_program(const KnownProgram& known);
  void add_quantities(std::int64_t configuration, const std::vector<Quantity>& quantities);

  void name_quantity(const std::string& name);

  /// By name, unit and source.
  std::map<std::tuple<std::string, std::string, std::string>, std::int64_t, std::less<>> kind_ids_;
  KnownProgram last_program_, last_reference_;
  Table device_, environment_, experiment_, source_, program_, configuration_, timing_method_, metric_kind_, absence_,
      memory_model_;
  SQLite::Statement program_source_, quantity_, find_configuration_;
  std::set<std::string> quantity_names_, estimate_names_;
  bool has_new_names_ = false;
};

}  // namespace warpledger
