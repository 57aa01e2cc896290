#include "grading/measure/grading_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/sql_text.h"
#include "base/text.h"
#include "grading/hand_in/pseudonyms.h"
#include "ledger/run_files.h"
#include "model/device_name.h"
#include "model/table.h"
#include "run/run_texts.h"
#include "spec/changed_points.h"
#include "spec/utc_time.h"

namespace warpledger {
namespace {

struct MarkedRun {
  std::string uuid;
  std::string started_utc;
  bool counts;  ///< ended and not failed
  bool ends_attempt;
  SessionDevice device;
  GradingMark mark;
  std::string submissions;  ///< folder of the submissions
  std::vector<PassedOver> passed_over;
};

constexpr const char* kMarkHint = "`warpledger ledger check` looks for damage";

/// Returns the mark in `settings`. Throws Error with the run if there is none.
GradingMark mark_of(const std::string& run_uuid, const std::string& settings) {
  try {
    return grading_mark_from(nlohmann::json::parse(settings));
  } catch (const Error&) {
    throw;
  } catch (const std::exception&) {  // from nlohmann::json or std::stoull
    throw Error(fmt::format("the settings of run {} do not say what it is of its grading", run_uuid.substr(0, 8)),
                kMarkHint);
  }
}

/// Returns no files for NULL, as in runs of older versions.
std::vector<PassedOver> passed_over_from(const std::string& run_uuid, const Cell& text) {
  std::vector<PassedOver> passed_over;
  if (std::holds_alternative<std::monostate>(text)) return passed_over;
  try {
    for (const nlohmann::json& one : nlohmann::json::parse(text_in(text)))
      passed_over.push_back({one.at("file"), one.at("why")});
  } catch (const nlohmann::json::exception&) {
    throw Error(fmt::format("the settings of run {} do not say what was passed over", run_uuid.substr(0, 8)),
                kMarkHint);
  }
  return passed_over;
}

/// Only a host keeps `id`, the machine's name for the device at the time.
std::string mark_of_device(const std::string& uuid, const std::string& id) {
  return uuid.starts_with("host:") && !id.empty() ? id : short_uuid(uuid);
}

std::vector<MarkedRun> marked_runs(const LedgerReader& ledger, const std::string& experiment) {
  const Table rows = ledger.query(fmt::format(
      "SELECT run_uuid, started_utc, outcome, reason, device_uuid, device_name, json_extract(settings, '$.grading'), "
      "CAST(coalesce(settings ->> '$.submissions', '') AS TEXT), settings -> '$.passed_over', "
      "CAST(coalesce((SELECT value FROM environments AS e WHERE e.run = runs.run AND e.name = 'device'), "
      "'') AS TEXT) FROM runs WHERE experiment = {} "
      "AND json_extract(settings, '$.grading') IS NOT NULL AND NOT forgotten ORDER BY started_utc, run",
      quoted_text(experiment)));
  std::vector<MarkedRun> runs;
  for (const std::vector<Cell>& row : rows.rows) {
    GradingMark mark = mark_of(text_in(row[0]), text_in(row[6]));
    const bool ends_attempt = mark.last || !text_in(row[3]).empty();
    runs.push_back({text_in(row[0]),
                    text_in(row[1]),
                    text_in(row[2]) != "open" && text_in(row[2]) != "failed",
                    ends_attempt,
                    {text_in(row[4]), text_in(row[5]), mark_of_device(text_in(row[4]), text_in(row[9]))},
                    std::move(mark),
                    text_in(row[7]),
                    passed_over_from(text_in(row[0]), row[8])});
  }
  return runs;
}

/// Returns the newest run that began by `now_utc`; if all are in the future, the newest of all.
const MarkedRun& latest_of(const std::vector<MarkedRun>& runs, const std::string& now_utc) {
  const auto behind = std::ranges::find_if(runs, [&](const MarkedRun& run) { return run.started_utc > now_utc; });
  return behind == runs.begin() ? runs.back() : *std::prev(behind);
}

std::string session_named(const std::vector<MarkedRun>& runs, const std::string& experiment,
                          const std::string& session) {
  if (runs.empty())
    throw Error(fmt::format("this ledger has no grading of '{}'", experiment),
                fmt::format("grade a folder: warpledger grade {} --submissions FOLDER", experiment));
  if (session == "latest") return latest_of(runs, current_utc()).mark.session;
  std::vector<std::string> all;
  std::vector<std::string> found;
  for (const MarkedRun& run : runs) {
    if (std::ranges::count(all, run.mark.session) > 0) continue;
    all.push_back(run.mark.session);
    if (run.mark.session.starts_with(session)) found.push_back(run.mark.session);
  }
  if (found.empty())
    throw Error(fmt::format("no grading of '{}' has a session that begins with '{}'", experiment, session),
                "sessions: " + join(all));
  if (found.size() > 1)
    throw Error(fmt::format("{} sessions begin with '{}'", found.size(), session), "name one: " + join(found));
  return found.front();
}

class Attempt {
 public:
  void add(const MarkedRun& run) {
    result_.uuid = run.mark.attempt;
    if (run.ends_attempt) result_.whole = true;
    result_.files = run.mark.files;
    result_.hand_in = run.mark.hand_in;
    if (run.mark.refused) result_.runs.refused = true;
    if (run.mark.role != GradingRole::checked || result_.device.uuid.empty()) result_.device = run.device;
    switch (run.mark.role) {
      case GradingRole::checked:
        result_.runs.checked.push_back(run.uuid);
        break;
      case GradingRole::profiled:
        result_.runs.checked.push_back(run.uuid);
        result_.runs.profiled.push_back(run.uuid);
        break;
      case GradingRole::round:
        rounds_[run.mark.round].submission = run.uuid;
        break;
      case GradingRole::reference:
        rounds_[run.mark.round].reference = run.uuid;
        break;
      case GradingRole::known:
        break;
    }
  }

  GradedAttempt take() {
    for (auto& [number, round] : rounds_) {
      if (round.submission.empty()) continue;
      if (round.reference.empty())  // without times to compare with, its points still count
        result_.runs.checked.push_back(round.submission);
      else
        result_.runs.rounds.push_back(std::move(round));
    }
    return std::move(result_);
  }

 private:
  GradedAttempt result_;
  std::map<int, TimedRound> rounds_;
};

nlohmann::json to_json(const HandIn& hand_in) {
  nlohmann::json submitters = nlohmann::json::array();
  for (const Submitter& one : hand_in.submitters)
    submitters.push_back({{"name", one.name}, {"id", one.id}, {"email", one.email}});
  return {{"attempt", hand_in.attempt},
          {"submitted_utc", hand_in.submitted_utc},
          {"marked_late", hand_in.marked_late},
          {"submitters", submitters}};
}

HandIn hand_in_from(const nlohmann::json& json) {
  HandIn hand_in{.attempt = json.at("attempt"),
                 .submitted_utc = json.at("submitted_utc"),
                 .marked_late = json.at("marked_late"),
                 .submitters = {}};
  for (const nlohmann::json& one : json.at("submitters"))
    hand_in.submitters.push_back({one.at("name"), one.at("id"), one.at("email")});
  return hand_in;
}

}  // namespace

std::vector<std::string> own_runs(const GradedRuns& runs) {
  std::vector<std::string> own = runs.checked;
  for (const TimedRound& round : runs.rounds)
    if (std::ranges::count(own, round.submission) == 0) own.push_back(round.submission);
  return own;
}

GradingSession read_grading_session(const LedgerReader& ledger, const std::string& experiment,
                                    const std::string& session) {
  const std::vector<MarkedRun> runs = marked_runs(ledger, experiment);
  GradingSession result{.uuid = session_named(runs, experiment, session)};
  std::map<std::string, Attempt> attempts;
  std::vector<std::pair<std::string, std::string>> order;
  std::map<std::string, std::vector<PassedOver>> passed_over;
  for (const MarkedRun& run : runs) {
    if (run.mark.session != result.uuid) continue;
    result.seeds = run.mark.seeds;
    if (run.counts || result.newest_run.empty()) {
      result.newest_utc = run.started_utc;
      result.newest_run = run.uuid;
    }
    if (!run.counts) continue;
    passed_over[run.submissions] = run.passed_over;
    if (std::ranges::count(result.devices, run.device) == 0) result.devices.push_back(run.device);
    if (run.mark.role == GradingRole::known) {
      result.known.push_back(run.uuid);
      continue;
    }
    if (!attempts.contains(run.mark.attempt)) order.emplace_back(run.mark.graded, run.mark.attempt);
    attempts[run.mark.attempt].add(run);
  }
  for (const auto& [name, uuid] : order) {
    GradedAttempt attempt = attempts.at(uuid).take();
    GradedAttempt& kept = result.hand_ins[name][attempt.hand_in.attempt];
    if (attempt.whole || !kept.whole) kept = std::move(attempt);
  }
  for (const auto& [name, hand_ins] : result.hand_ins) result.submissions[name] = hand_ins.rbegin()->second;
  for (const auto& [folder, of_folder] : passed_over)
    result.passed_over.insert(result.passed_over.end(), of_folder.begin(), of_folder.end());
  return result;
}

nlohmann::json to_json(const GradingMark& mark) {
  std::vector<std::string> seeds;
  for (const std::uint64_t seed : mark.seeds) seeds.push_back(std::to_string(seed));
  return {{"session", mark.session},
          {"attempt", mark.attempt},
          {"seeds", seeds},
          {"graded", mark.graded},
          {"role", name_of(mark.role)},
          {"grid", mark.grid},
          {"round", mark.round},
          {"last", mark.last},
          {"refused", mark.refused},
          {"files", mark.files},
          {"hand_in", to_json(mark.hand_in)}};
}

nlohmann::json to_json(const std::vector<PassedOver>& passed_over) {
  nlohmann::json files = nlohmann::json::array();
  for (const PassedOver& one : passed_over) files.push_back({{"file", one.file}, {"why", one.why}});
  return files;
}

GradingMark grading_mark_from(const nlohmann::json& json) {
  GradingMark mark{.session = json.at("session"),
                   .attempt = json.at("attempt"),
                   .seeds = {},
                   .graded = json.at("graded"),
                   .grid = json.at("grid"),
                   .round = json.at("round"),
                   .last = json.at("last"),
                   .refused = json.value("refused", false),  // absent in older ledgers
                   .files = json.value("files", "")};
  if (json.contains("hand_in")) mark.hand_in = hand_in_from(json.at("hand_in"));
  for (const std::string seed : json.at("seeds")) mark.seeds.push_back(std::stoull(seed));
  const std::string name = json.at("role");
  const auto role = std::ranges::find(kGradingRoles, name == "counted" ? "profiled" : name);  // name in older ledgers
  if (role == kGradingRoles.end()) throw Error(fmt::format("'{}' is not a role of a grading's run", name), kMarkHint);
  mark.role = static_cast<GradingRole>(std::distance(kGradingRoles.begin(), role));
  return mark;
}

std::vector<std::string> changes_since(const LedgerReader& ledger, const GradingSession& session,
                                       const Experiment& now) {
  std::map<std::string, std::string> then;
  for (SourceFile& file : files_of_run(ledger, session.newest_run)) then[file.name] = std::move(file.text);
  std::vector<std::string> changes = changed_point_keys(then["experiments/" + now.name + ".yaml"], now.text);
  for (const SourceFile& text : texts_of(now)) {
    const auto before = then.find(text.name);
    if (!text.name.starts_with("kernels/") || before == then.end()) continue;
    const bool is_family = text.name.ends_with("family.yaml");
    if (is_family ? is_other_family(before->second, text.text) : before->second != text.text)
      changes.push_back(text.name);
  }
  return changes;
}

namespace {

bool has_pseudonyms(const LedgerReader& ledger, const GradingSession& session) {
  const Table begun_with = ledger.query(fmt::format("SELECT 1 FROM runs WHERE run_uuid = {} AND settings ->> '$.{}'",
                                                    quoted_text(session.newest_run), kPseudonymsSetting));
  return !begun_with.rows.empty();
}

}  // namespace

void refuse_names(const LedgerReader& ledger, const GradingSession& session, const std::string& pseudonym_file) {
  const bool hides = !pseudonym_file.empty(), has_hidden = has_pseudonyms(ledger, session);
  const std::string name = session.uuid.substr(0, 8);
  if (!hides && has_hidden)
    throw Error(fmt::format("session {} has pseudonyms, and this would write names beside them", name),
                "add --pseudonyms and the file that they are in");
  if (hides && !has_hidden && !session.submissions.empty())
    throw Error(fmt::format("session {} has names, and this would write pseudonyms beside them", name),
                "leave out --pseudonyms, or leave out --session and grade all in a new one");
}

void refuse_other_pseudonyms(const LedgerReader& ledger, const GradingSession& session,
                             const std::string& pseudonym_file) {
  if (pseudonym_file.empty() || session.submissions.empty() || !has_pseudonyms(ledger, session)) return;
  const bool is_new = !std::filesystem::exists(pseudonym_file);
  const std::map<std::string, std::string> names = names_of(is_new ? Pseudonyms{} : read_pseudonyms(pseudonym_file));
  if (std::ranges::none_of(session.submissions, [&](const auto& one) { return names.contains(one.first); }))
    throw Error({.file = pseudonym_file},
                fmt::format("this file does not have the pseudonyms of session {}", session.uuid.substr(0, 8)),
                "name the file that the session began with");
}

}  // namespace warpledger
