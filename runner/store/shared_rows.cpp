#include "store/shared_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "base/error.h"
#include "model/digest.h"
#include "store/connection.h"
#include "store/content_id.h"

namespace warpledger {
namespace {

std::string kind_of(const Quantity& quantity) {
  return std::string(kQuantityKinds.at(static_cast<std::size_t>(quantity.kind)));
}

/// Returns "launch blocks 128 launch warps 1", sorted by name, for a configuration's id.
std::string text_of(const std::vector<Quantity>& quantities) {
  std::vector<const Quantity*> sorted;
  for (const Quantity& quantity : quantities) sorted.push_back(&quantity);
  std::sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) { return a->name < b->name; });
  std::string text;
  for (const Quantity* quantity : sorted)
    text += fmt::format("{}{} {} {}", text.empty() ? "" : " ", kind_of(*quantity), quantity->name,
                        quantity->word.empty() ? number_text(quantity->value) : quantity->word);
  return text;
}

}  // namespace

template <typename... Values>
bool SharedRows::Table::add(std::int64_t id, const Values&... values) {
  return known_.insert(id).second && execute(insert_, id, values...) > 0;
}

SharedRows::SharedRows(SQLite::Database& database)
    : device_(database, "INSERT OR IGNORE INTO device VALUES (?, ?, ?, ?, ?, ?)"),
      environment_(database, "INSERT OR IGNORE INTO environment VALUES (?, ?)"),
      experiment_(database, "INSERT OR IGNORE INTO experiment VALUES (?, ?, ?)"),
      source_(database, "INSERT OR IGNORE INTO source VALUES (?, ?, ?, ?)"),
      program_(database, "INSERT OR IGNORE INTO program VALUES (?, ?)"),
      configuration_(database, "INSERT OR IGNORE INTO configuration VALUES (?, ?, ?, ?, ?, ?, ?, ?)"),
      timing_method_(database, "INSERT OR IGNORE INTO timing_method VALUES (?, ?, nullif(?, ''), ?)"),
      metric_kind_(database, "INSERT OR IGNORE INTO metric_kind VALUES (?, ?, ?, ?)"),
      absence_(database, "INSERT OR IGNORE INTO absence VALUES (?, ?)"),
      memory_model_(database, "INSERT OR IGNORE INTO memory_model VALUES (?, ?, ?)"),
      program_source_(database, "INSERT INTO program_source VALUES (?, ?, ?)"),
      quantity_(database, "INSERT INTO quantity VALUES (?, ?, ?, ?)"),
      find_configuration_(database,
                          "SELECT c.key, c.family, c.kernel, c.instance, p.digest, r.digest, c.program, c.reference "
                          "FROM configuration AS c JOIN program AS p ON p.id = c.program JOIN program AS r ON r.id = "
                          "c.reference WHERE c.id = ?") {}

void SharedRows::KnownProgram::become(const Program& other) {
  if (!digest.empty() && other == program) return;
  digest = digest_of(other);
  id = content_id({digest});
  program = other;
}

void SharedRows::forget() {
  for (Table* table : {&device_, &environment_, &experiment_, &source_, &program_, &configuration_, &timing_method_,
                       &metric_kind_, &absence_, &memory_model_})
    table->forget();
  quantity_names_.clear();
  estimate_names_.clear();
}

void SharedRows::name_quantity(const std::string& name) { has_new_names_ |= quantity_names_.insert(name).second; }

void SharedRows::name_estimate(const std::string& name) { has_new_names_ |= estimate_names_.insert(name).second; }

bool SharedRows::take_new_names() { return std::exchange(has_new_names_, false); }

std::int64_t SharedRows::device(const Device& device) {
  const std::string facts = nlohmann::json(device.facts).dump();
  const std::int64_t id = content_id({device.uuid, device.backend, device.name, device.chip, facts});
  has_new_names_ |= device_.add(id, device.uuid, device.backend, device.name, device.chip, facts);
  return id;
}

std::int64_t SharedRows::environment(const Device& device) {
  const std::string text = nlohmann::json(device.environment).dump();
  const std::int64_t id = content_id({text});
  environment_.add(id, text);
  return id;
}

std::int64_t SharedRows::experiment(const std::string& name, const std::string& text) {
  const std::int64_t id = content_id({name, text});
  experiment_.add(id, name, text);
  return id;
}

std::int64_t SharedRows::source(const SourceFile& source) {
  const std::int64_t id = content_id({source.name, source.text});
  source_.add(id, sha256(source.text), source.name, source.text);
  return id;
}

void SharedRows::add_program(const KnownProgram& known) {
  if (!program_.add(known.id, known.digest)) return;
  std::int64_t place = 0;
  execute(program_source_, known.id, place, source(known.program.main));
  for (const SourceFile& header : known.program.headers) execute(program_source_, known.id, ++place, source(header));
  if (!known.program.options.empty()) execute(program_source_, known.id, ++place, source(options_file(known.program)));
}

std::int64_t SharedRows::configuration(const Job& job) {
  last_program_.become(job.program);
  last_reference_.become(job.reference.program);
  const std::int64_t id = content_id({job.key, job.identity, job.family, job.kernel, job.instance, last_program_.digest,
                                      last_reference_.digest, text_of(job.quantities)});
  add_program(last_program_);
  add_program(last_reference_);
  if (configuration_.add(id, job.key, job.identity, job.family, job.kernel, job.instance, last_program_.id,
                         last_reference_.id))
    add_quantities(id, job.quantities);
  return id;
}

std::int64_t SharedRows::configuration(std::int64_t id, const std::string& identity,
                                       const std::vector<Quantity>& quantities) {
  find_configuration_.tryReset();
  find_configuration_.bind(1, id);
  if (!find_configuration_.executeStep())
    throw Error(fmt::format("configuration {} is not in the ledger", id), "verify the ledger: warpledger ledger check");
  const auto text = [&](int column) { return find_configuration_.getColumn(column).getString(); };
  const std::string key = text(0), family = text(1), kernel = text(2), instance = text(3);
  const std::int64_t program = find_configuration_.getColumn(6), reference = find_configuration_.getColumn(7);
  const std::int64_t other =
      content_id({key, identity, family, kernel, instance, text(4), text(5), text_of(quantities)});
  find_configuration_.reset();
  if (configuration_.add(other, key, identity, family, kernel, instance, program, reference))
    add_quantities(other, quantities);
  return other;
}

void SharedRows::add_quantities(std::int64_t configuration, const std::vector<Quantity>& quantities) {
  for (const Quantity& quantity : quantities) {
    name_quantity(quantity.name);
    if (quantity.word.empty())
      execute(quantity_, configuration, kind_of(quantity), quantity.name, quantity.value);
    else
      execute(quantity_, configuration, kind_of(quantity), quantity.name, quantity.word);
  }
}

std::int64_t SharedRows::timing_method(const std::string& clock, Cache cache, const std::string& stop_rule) {
  constexpr std::array<const char*, 3> kNames = {"warm", "cold", ""};
  const char* const name = kNames.at(static_cast<std::size_t>(cache));
  const std::int64_t id = content_id({clock, name, stop_rule});
  timing_method_.add(id, clock, name, stop_rule);
  return id;
}

std::int64_t SharedRows::metric_kind(const Metric& metric) {
  const auto key = std::tie(metric.name, metric.unit, metric.source);
  auto found = kind_ids_.find(key);
  if (found == kind_ids_.end())
    found = kind_ids_.emplace(key, short_content_id({metric.name, metric.unit, metric.source})).first;
  has_new_names_ |= metric_kind_.add(found->second, metric.name, metric.unit, metric.source);
  return found->second;
}

std::int64_t SharedRows::absence(const std::string& reason) {
  const std::int64_t id = short_content_id({reason});
  absence_.add(id, reason);
  return id;
}

std::int64_t SharedRows::memory_model(const Estimate& estimate) {
  const std::int64_t id = content_id({estimate.model_version, estimate.profile_digest});
  memory_model_.add(id, estimate.model_version, estimate.profile_digest);
  return id;
}

}  // namespace warpledger
