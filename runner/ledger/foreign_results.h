#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/metric.h"
#include "model/result.h"

namespace warpledger {

/// What another tool says of one configuration, checked.
struct ForeignPoint {
  std::string name;                                             ///< of the benchmark or kernel
  std::vector<std::pair<std::string, std::string>> parameters;  ///< in the file's order
  Outcome outcome = Outcome::ok;
  std::string reason;
  std::vector<double> times_ns;  ///< one a launch; none where the file has only a statistic of them
  std::vector<Metric> metrics;
};

/// What another tool measured on one device, from one file.
struct ForeignResults {
  std::string tool;         ///< "nvbench"
  std::string clock;        ///< what took the times, in the tool's words
  std::string backend;      ///< "cuda" or "host"
  std::string device_name;  ///< as the file has it
  std::string started_utc;  ///< 2024-02-29T12:34:56.789Z; empty when the file does not say
  std::vector<ForeignPoint> points;
  std::string sha256;  ///< of the file
};

/// The formats that can be read.
enum class ForeignFormat { nvbench, google_benchmark, t4, ncu };

/// Reads `path`. Without `format` it is known from the content. Throws Error unless every number, name and size is as
/// the format has it.
ForeignResults read_foreign_results(const std::string& path, std::optional<ForeignFormat> format);

// For the readers of formats, one file each. They throw Error, or what nlohmann throws when a key is missing or has
// another type.
ForeignResults read_nvbench(const nlohmann::ordered_json& root, const std::string& path);
ForeignResults read_google_benchmark(const nlohmann::ordered_json& root);
ForeignResults read_t4(const nlohmann::ordered_json& root);
ForeignResults read_ncu(const std::string& text);

/// Calls `read` and puts `place`, such as "line 7" or "results[3]", before what is wrong there.
void in_result(const std::string& place, const std::function<void()>& read);

/// Calls `read` with each item of the array `key`, in_result() "KEY[0]", "KEY[1]", ...
void each_result(const nlohmann::ordered_json& object, const char* key,
                 const std::function<void(const nlohmann::ordered_json&)>& read);

/// `point` with words as names. Throws Error unless its names are unique and may stand in a ledger.
ForeignPoint checked_point(ForeignPoint point);

/// `value` in a unit of so many nanoseconds, as a time. Throws Error unless it is positive, finite and below 10^18 ns.
double foreign_time_ns(double value, double unit_ns);

/// What `text` says, all of it, if that is a finite number.
std::optional<double> number_in(const std::string& text);

/// A number, or the text of one, which must be finite. Throws Error.
double foreign_number(const nlohmann::ordered_json& value);
double foreign_number(const std::string& text);

/// The items of the array `key` of an object; a loop over the JSON value itself would take a number for an array of
/// one. if_any: none when it is absent or null.
const std::vector<nlohmann::ordered_json>& foreign_array(const nlohmann::ordered_json& object, const char* key);
const std::vector<nlohmann::ordered_json>& foreign_array_if_any(const nlohmann::ordered_json& object, const char* key);

/// A JSON number, text or boolean as the text that stands in a point's identity.
std::string foreign_text(const nlohmann::ordered_json& value);

}  // namespace warpledger
