#include "ledger/import_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "base/text.h"
#include "model/digest.h"
#include "model/samples.h"
#include "model/unique_keys.h"
#include "spec/utc_time.h"

namespace warpledger {

const std::map<std::string_view, std::vector<std::string>> kImportKeys = {
    {"device",
     {"warpledger_import", "tool", "device", "device_uuid", "backend", "file", "file_modified_utc", "started_utc"}},
    {"point", {"kernel", "parameters", "launch", "clock", "cache", "samples_ns", "metrics", "outcome", "reason"}},
    {"launch", {"grid", "block"}},
    {"metric", {"name", "value", "unit", "source", "reason"}}};

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxPoints = 1'000'000;
constexpr double kLongest_ns = 1e18;

/// Throws Error unless `text` is printable and has 1 to 1000 bytes.
void check_word(const std::string& text, std::string_view what) {
  if (text.empty() || text.size() > 1000 || printable(text) != text || text.find_first_of("\n\t\x1f") != text.npos)
    throw Error(fmt::format("{} is empty, longer than 1000 bytes, or has control characters: {}", what,
                            printable(text.substr(0, 100))),
                "write a printable text");
}

class Members {
 public:
  Members(const Json& object, std::string_view kind) : object_(object) {
    if (!object.is_object()) throw Error(fmt::format("a {} is not an object", kind), "write {\"key\": value, ...}");
    const std::vector<std::string>& keys = kImportKeys.at(kind);
    for (const auto& [key, value] : object.items())
      if (std::ranges::count(keys, key) == 0)
        throw Error(fmt::format("unknown key '{}' in a {}", printable(key), kind), did_you_mean(key, keys));
  }

  /// Null if absent.
  const Json& at(const char* key) const {
    static const Json kAbsent;
    const auto found = object_.find(key);
    return found == object_.end() ? kAbsent : *found;
  }

  /// `otherwise` if absent.
  std::string text(const char* key, std::optional<std::string> otherwise = std::nullopt) const {
    const Json& value = at(key);
    if (value.is_null() && otherwise) return *otherwise;
    if (!value.is_string())
      throw Error(fmt::format("'{}' is {}", key, value.is_null() ? "absent" : "not a text"),
                  fmt::format("write \"{}\": \"...\"", key));
    const auto& text = value.get_ref<const std::string&>();
    check_word(text, fmt::format("'{}'", key));
    return text;
  }

  template <class Value>
  Value one_of(const char* key, const std::vector<std::pair<std::string, Value>>& choices) const {
    const std::string found = text(key);
    std::vector<std::string> words;
    for (const auto& [word, value] : choices) {
      if (word == found) return value;
      words.push_back(word);
    }
    throw Error(fmt::format("'{}' is '{}'", key, found), did_you_mean(found, words));
  }

  /// Empty if absent.
  const std::vector<Json>& array(const char* key) const {
    static const Json kNone = Json::array();
    const Json& value = at(key);
    if (!value.is_null() && !value.is_array())
      throw Error(fmt::format("'{}' is not an array", key), fmt::format("write \"{}\": [...]", key));
    return (value.is_null() ? kNone : value).get_ref<const Json::array_t&>();
  }

 private:
  const Json& object_;
};

const std::vector<std::string> kLaunchNames = {"blocks", "warps", "threads", "grid", "block"};

/// Blanks separate the words of an identity.
std::string word_of(std::string text) {
  std::ranges::replace(text, ' ', '_');
  return text;
}

double finite_number(const Json& value, const std::string& name) {
  if (!value.is_number() || !std::isfinite(value.get<double>()))
    throw Error(fmt::format("'{}' is {}, not a finite number", printable(name), printable(value.dump().substr(0, 100))),
                "write a number, or null with a reason for a metric");
  return value.get<double>();
}

std::pair<Quantity, std::string> parameter_of(const std::string& name, const Json& value) {
  Quantity quantity{Quantity::Kind::parameter, name, 0};
  if (value.is_string()) {
    quantity.word = value.get<std::string>();
    if (quantity.word.empty()) quantity.word = R"("")";
  } else if (value.is_boolean()) {
    quantity.word = value.dump();
  } else if (value.is_number_integer()) {
    const std::string digits = value.dump();
    quantity.value = value.get<double>();
    if (fmt::format("{:.0f}", quantity.value) != digits) quantity.word = digits;  // a double would round it
    return {quantity, digits};
  } else {
    quantity.value = finite_number(value, name);
    if (std::abs(quantity.value) >= 0x1p63)
      throw Error(fmt::format("parameter '{}' is a number beyond 64 bits", printable(name)), "write it as a text");
    return {quantity, fmt::format("{}", quantity.value)};
  }
  return {quantity, word_of(quantity.word)};
}

void add_parameters(Job& job, const Json& parameters) {
  if (parameters.is_null()) return;
  if (!parameters.is_object()) throw Error("'parameters' is not an object", R"(write "parameters": {"n": 1024})");
  std::set<std::string> names;
  std::string launch;  // end of an identity
  for (const auto& [name, value] : parameters.items()) {
    check_word(name, "the name of a parameter");
    if (name.find('=') != name.npos)
      throw Error(fmt::format("the name of parameter '{}' has a '='", name), "name it otherwise");
    auto [quantity, word] = parameter_of(word_of(name), value);
    check_word(word, fmt::format("parameter '{}'", name));
    if (!names.insert(quantity.name).second)
      throw Error(fmt::format("two parameters are called '{}'", quantity.name), "a blank counts as '_': rename one");
    (std::ranges::count(kLaunchNames, quantity.name) > 0 ? launch : job.identity) +=
        fmt::format(" {}={}", quantity.name, word);
    job.quantities.push_back(std::move(quantity));
  }
  job.identity += launch;
}

/// Absent sizes are 1.
Extent extent_of(const std::vector<Json>& sizes, const char* key) {
  Extent extent;
  std::uint32_t* const places[] = {&extent.x, &extent.y, &extent.z};
  bool is_extent = !sizes.empty() && sizes.size() <= 3;
  for (std::size_t i = 0; is_extent && i < sizes.size(); ++i) {
    is_extent = sizes[i].is_number_unsigned() && sizes[i].get<std::uint64_t>() > 0 &&
                sizes[i].get<std::uint64_t>() <= std::numeric_limits<std::uint32_t>::max();
    if (is_extent) *places[i] = sizes[i].get<std::uint32_t>();
  }
  if (!is_extent) throw Error(fmt::format("'{}' is not one to three positive integers", key), "write [128, 1, 1]");
  return extent;
}

/// "128", "16x16", "8x8x2"
std::string text_of(const Extent& extent) {
  if (extent.z > 1) return fmt::format("{}x{}x{}", extent.x, extent.y, extent.z);
  return extent.y > 1 ? fmt::format("{}x{}", extent.x, extent.y) : std::to_string(extent.x);
}

void add_launch(Job& job, const Json& launch) {
  if (launch.is_null()) return;
  const Members members(launch, "launch");
  const Extent grid = extent_of(members.array("grid"), "grid"), block = extent_of(members.array("block"), "block");
  constexpr std::uint64_t kWarp = 32;
  const std::pair<const char*, std::uint64_t> sizes[] = {
      {"blocks", grid.volume()}, {"threads", block.volume()}, {"warps", (block.volume() + kWarp - 1) / kWarp}};
  for (const Quantity& parameter : job.quantities)
    if (std::ranges::count(kLaunchNames, parameter.name) > 0)
      throw Error(fmt::format("parameter '{}' is also a part of 'launch'", parameter.name), "leave the parameter out");
  for (const auto& [name, size] : sizes)
    job.quantities.push_back({Quantity::Kind::launch, name, static_cast<double>(size)});
  job.quantities.push_back({Quantity::Kind::launch, "grid", 0, text_of(grid)});
  job.quantities.push_back({Quantity::Kind::launch, "block", 0, text_of(block)});
  job.identity += fmt::format(" grid={} block={}", text_of(grid), text_of(block));
}

Metric metric_of(const Json& value) {
  const Members members(value, "metric");
  Metric metric{.name = members.text("name"), .value = {}, .unit = {}, .source = {}, .reason = {}};
  // may be empty, as for a ratio
  const Json& unit = members.at("unit");
  if (!unit.is_string() || !unit.get_ref<const std::string&>().empty()) metric.unit = members.text("unit", "");
  metric.source = members.text("source", "attribute");
  const std::vector<std::string> sources = {"attribute", "cupti", "event"};
  if (std::ranges::count(sources, metric.source) == 0)
    throw Error(fmt::format("metric '{}' has the source '{}'", metric.name, metric.source),
                did_you_mean(metric.source, sources));
  if (members.at("value").is_null())
    metric.reason = members.text("reason");
  else
    metric.value = finite_number(members.at("value"), metric.name);
  if (metric.value && !members.at("reason").is_null())
    throw Error(fmt::format("metric '{}' has a value and a reason", metric.name), "only an absent value has a reason");
  return metric;
}

void add_metrics(Result& result, const std::vector<Json>& values) {
  std::set<std::string> names;
  for (const Json& value : values) {
    result.metrics.push_back(metric_of(value));
    if (const std::string& name = result.metrics.back().name; !names.insert(name).second)
      throw Error(fmt::format("two metrics are called '{}'", name), "rename one");
  }
}

void add_samples(Result& result, const Members& point, const std::string& clock) {
  const std::vector<Json>& samples = point.array("samples_ns");
  if (samples.empty()) return;
  if (result.outcome != Outcome::ok)
    throw Error(fmt::format("a point that is {} has samples", name_of(result.outcome)), "only points that are ok have");
  result.timing = Timing{.samples = {}, .clock = clock, .stop_rule = "max_samples"};
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double time_ns = finite_number(samples[i], fmt::format("samples_ns[{}]", i));
    if (!(time_ns > 0) || !(time_ns < kLongest_ns))
      throw Error(fmt::format("samples_ns[{}] is {:g}, not a time between 0 and {:g} ns", i, time_ns, kLongest_ns),
                  R"(leave the samples out and write "outcome": "implausible" with a reason)");
    result.timing->samples.push_back({.time_ns = time_ns});
  }
}

Cache cache_of(const Members& point) {
  if (point.at("cache").is_null()) return Cache::unknown;
  return point.one_of<Cache>("cache", {{"warm", Cache::warm}, {"cold", Cache::cold}});
}

ImportPoint point_of(const Json& line, const std::string& tool) {
  const Members members(line, "point");
  ImportPoint point;
  point.job.family = tool;
  point.job.kernel = point.job.instance = point.job.identity = word_of(members.text("kernel"));
  add_parameters(point.job, members.at("parameters"));
  add_launch(point.job, members.at("launch"));
  point.job.measure.cache = cache_of(members);
  std::vector<std::pair<std::string, Outcome>> outcomes;
  for (std::size_t i = 0; i < kOutcomeNames.size(); ++i)
    outcomes.emplace_back(kOutcomeNames.at(i), static_cast<Outcome>(i));
  point.result.outcome = members.one_of("outcome", outcomes);
  if (point.result.outcome != Outcome::ok)
    point.result.reason = members.text("reason");
  else if (!members.at("reason").is_null())
    throw Error("a point that is ok has a reason", "only points that are not ok have");
  add_metrics(point.result, members.array("metrics"));
  add_samples(point.result, members, members.text("clock", tool));
  return point;
}

Error no_moment(const std::string& key, const std::string& text) {
  return {fmt::format("'{}' is '{}', not a moment with a time zone", key, printable(text)),
          "write it as 2026-11-01T03:00:00Z"};
}

ImportRun device_of(const Json& line) {
  const Members members(line, "device");
  if (members.at("warpledger_import") != 1)
    throw Error(fmt::format("'warpledger_import' is {}", printable(members.at("warpledger_import").dump())),
                "this warpledger reads version 1");
  ImportRun run;
  run.tool = word_of(members.text("tool"));
  run.device.name = run.device.id = members.text("device");
  run.device.uuid = members.text("device_uuid", "foreign:" + run.device.name);
  run.device.backend = members.one_of<std::string>("backend", {{"cuda", "cuda"}, {"host", "host"}});
  run.file = members.text("file", "");
  for (const auto& [key, moment] :
       {std::pair{"file_modified_utc", &run.file_modified_utc}, std::pair{"started_utc", &run.started_utc}}) {
    *moment = members.text(key, "");
    if (!moment->empty() && !parse_utc(*moment)) throw no_moment(key, *moment);
  }
  return run;
}

struct SameIdentity {
  std::size_t line = 0;
  std::string point;  ///< as JSON
  std::vector<ImportPoint> each;
};

Metric median_of(const std::vector<const Metric*>& metrics) {
  std::vector<double> values;
  for (const Metric* metric : metrics)
    if (metric->value) values.push_back(*metric->value);
  Metric pooled = *metrics.front();
  const bool same_unit =
      std::ranges::all_of(metrics, [&](const Metric* metric) { return metric->unit == pooled.unit; });
  pooled.value.reset();
  if (!same_unit) {
    pooled.reason = "its repetitions have different units";
  } else if (!values.empty()) {
    pooled.value = median(values);
    pooled.reason.clear();
  }
  return pooled;
}

/// Ok if all points are.
ImportPoint pooled(const std::vector<ImportPoint>& points) {
  ImportPoint one = points.front();
  std::vector<std::string> names;
  std::map<std::string, std::vector<const Metric*>> metrics;
  for (const ImportPoint& point : points)
    for (const Metric& metric : point.result.metrics) {
      if (!metrics.contains(metric.name)) names.push_back(metric.name);
      metrics[metric.name].push_back(&metric);
    }
  one.result.metrics.clear();
  for (const std::string& name : names) one.result.metrics.push_back(median_of(metrics.at(name)));
  for (std::size_t i = 1; i < points.size() && one.result.outcome == Outcome::ok; ++i) {
    const Result& next = points[i].result;
    one.result.outcome = next.outcome;
    one.result.reason = next.reason;
    if (!next.timing) continue;
    if (!one.result.timing)
      one.result.timing = next.timing;
    else
      one.result.timing->samples.insert(one.result.timing->samples.end(), next.timing->samples.begin(),
                                        next.timing->samples.end());
  }
  if (one.result.outcome != Outcome::ok) one.result.timing.reset();
  return one;
}

class ImportReader {
 public:
  ImportReader(const std::string& file, Repeats repeats) : file_(file), repeats_(repeats) {}

  void read(std::string_view line, std::size_t number) {
    if (line.find_first_not_of(" \t\r") == line.npos) return;
    if (std::exchange(is_first_, false) && line.find("warpledger_import") == line.npos)
      throw Error(
          {.file = file_, .line = number}, "this is not an import: it does not begin with a device line",
          R"(begin with {"warpledger_import": 1, "tool": ..., "device": ...}; contrib/ converts the results of )"
          "nvbench, Google Benchmark, ncu and Kernel Tuner: from_nvbench.py FILE | warpledger ledger import -");
    try {
      read_object(Json::parse(line, unique_keys<Json>()), line, number);
    } catch (const nlohmann::json::exception& cause) {
      if (line.starts_with("{\"warpledger_import\"")) end_run();
      // "[json.exception.parse_error.101] parse error at line 1, column 5: ..."
      const std::string words = cause.what();
      reject(number, Error("not JSON: " + printable(words.substr(words.rfind(": ", words.find('\'')) + 2)),
                           "write one JSON object a line"));
    } catch (const Error& cause) {
      reject(number, cause);
    }
  }

  ImportText end() {
    end_run();
    return std::move(text_);
  }

 private:
  void read_object(const Json& json, std::string_view line, std::size_t number) {
    if (json.is_object() && json.contains("warpledger_import")) {
      begin_run(json, number);
      return;
    }
    if (!run_) {
      if (ignored_++ == 0) first_ignored_ = number;
      return;
    }
    if (++points_ > kMaxPoints) throw Error({.file = file_}, "it has more than 1 000 000 points", "split it");
    lines_ += line;
    lines_ += '\n';
    add_point(point_of(json, run_->tool), json, number);
  }

  void begin_run(const Json& json, std::size_t number) {
    end_run();
    run_ = device_of(json);
    run_->line = number;
    Json content = json;
    content.erase("file");
    content.erase("file_modified_utc");
    lines_ = content.dump() + "\n";
  }

  void add_point(ImportPoint point, const Json& json, std::size_t number) {
    std::string same;
    for (const char* key : {"kernel", "parameters", "launch"}) same += json.value(key, Json()).dump() + "\n";
    const auto [found, is_new] = places_.try_emplace(point.job.identity, points_of_run_.size());
    if (is_new) {
      points_of_run_.push_back({.line = number, .point = std::move(same), .each = {}});
    } else {
      const SameIdentity& first = points_of_run_[found->second];
      if (first.point != same)
        throw Error(
            fmt::format("its identity '{}' is that of another point, in line {}", point.job.identity, first.line),
            "rename a parameter or its value");
      const Job& job = first.each.front().job;
      if (repeats_ == Repeats::samples && job.measure.cache != point.job.measure.cache)
        throw Error(fmt::format("its cache state differs from that of the same point in line {}", first.line),
                    "import without --repeats samples");
      if (repeats_ == Repeats::points &&
          std::ranges::count(job.quantities, std::string("repetition"), &Quantity::name) > 0)
        throw Error(fmt::format("it is the same point as line {}, and has a parameter 'repetition'", first.line),
                    "number the repetitions, or import with --repeats samples");
    }
    points_of_run_[found->second].each.push_back(std::move(point));
  }

  void keep(ImportPoint point, const std::string& suffix) {
    const std::string& tool = run_->tool;
    point.job.identity += suffix;
    point.job.ordinal = point.result.ordinal = static_cast<std::int64_t>(run_->points.size());
    point.job.key = sha256(fmt::format("{}\n{}", tool, point.job.identity));
    const std::string text = fmt::format("// {} measured it; its source is not known\n", tool);
    point.job.program = {{"unknown.cu", text}, {}};
    point.job.reference.program = {{"unknown_reference.cu", text}, {}};
    run_->points.push_back(std::move(point));
  }

  void keep_repeated(const SameIdentity& same) {
    int number = 0;
    for (ImportPoint point : same.each) {
      ++number;
      std::string suffix = number > 1 ? fmt::format(" repetition={}", number) : "";
      while (number > 1 && places_.contains(point.job.identity + suffix))  // another line's parameter
        suffix = fmt::format(" repetition={}", ++number);
      if (number > 1)
        point.job.quantities.push_back({Quantity::Kind::parameter, "repetition", static_cast<double>(number)});
      keep(std::move(point), suffix);
    }
  }

  void end_run() {
    if (ignored_ > 0)
      reject(first_ignored_, Error(fmt::format("no valid device line precedes {} points from here on", ignored_),
                                   R"(begin with {"warpledger_import": 1, "tool": ..., "device": ...})"));
    ignored_ = 0;
    if (run_) {
      for (const SameIdentity& same : points_of_run_) {
        if (repeats_ == Repeats::samples)
          keep(pooled(same.each), "");
        else
          keep_repeated(same);
      }
      run_->sha256 = sha256(lines_);
      if (run_->points.empty())
        reject(run_->line, Error(fmt::format("no result of device '{}' can be stored", run_->device.name),
                                 "write a line for each point"));
      else
        text_.runs.push_back(*std::move(run_));
    }
    run_.reset();
    points_of_run_.clear();
    places_.clear();
  }

  void reject(std::size_t number, const Error& cause) {
    if (!cause.where().file.empty()) throw cause;
    text_.rejected.emplace_back(Place{.file = file_, .line = number}, cause.problem(), cause.hint());
  }

  std::string file_;
  Repeats repeats_;
  ImportText text_;
  std::optional<ImportRun> run_;
  bool is_first_ = true;
  std::size_t ignored_ = 0, first_ignored_ = 0;  ///< points without a run: number, first line
  std::vector<SameIdentity> points_of_run_;
  std::map<std::string, std::size_t> places_;  ///< index in points_of_run_ by identity
  std::string lines_;                          ///< text to hash
  std::size_t points_ = 0;
};

}  // namespace

ImportText read_import(const std::string& text, const std::string& file, Repeats repeats) {
  ImportReader reader(file, repeats);
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    reader.read(std::string_view(text).substr(at, end - at), ++number);
    at = end + 1;
  }
  return reader.end();
}

std::string start_of_run(const std::string& key, const std::string& text) {
  const std::optional<std::int64_t> seconds = parse_utc(text);
  if (!seconds) throw no_moment(key, text);
  constexpr std::int64_t kDay_s = 86400;
  if (*seconds > std::time(nullptr) + kDay_s)
    throw Error(fmt::format("'{}' is '{}', which is after now", key, printable(text)),
                "give --started the moment when the run started");
  const std::string utc = utc_text(*seconds);
  return utc.substr(0, utc.size() - 1) + ".000Z";
}

}  // namespace warpledger
