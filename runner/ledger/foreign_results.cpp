#include "ledger/foreign_results.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "model/digest.h"
#include "model/unique_keys.h"

namespace warpledger {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostFile_bytes = std::size_t{1} << 30;
constexpr std::size_t kMostName_bytes = 1000;
constexpr std::size_t kMostForeignPoints = 1'000'000;
constexpr const char* kUnchanged = "import what the tool wrote, unchanged";

/// Names become words of an identity: they may hold neither blanks nor what a terminal would act on.
void check_name(const std::string& name, const char* what) {
  if (name.empty() || name.size() > kMostName_bytes)
    throw Error(fmt::format("{} has {} bytes", what, name.size()), "1 to 1000 are allowed");
  if (printable(name) != name || name.find_first_of("\n\t\x1f") != std::string::npos)
    throw Error(fmt::format("{} has control characters or is not UTF-8: {}", what, printable(name)), "repair the file");
}

std::string word_of(std::string text) {
  for (char& character : text)
    if (character == ' ') character = '_';
  return text;
}

void check_parameters(ForeignPoint& point) {
  std::set<std::string> names;
  for (auto& [name, value] : point.parameters) {
    check_name(name, "the name of a parameter");
    if (name.find('=') != std::string::npos)
      throw Error(fmt::format("a parameter is called '{}'", name), "repair the file");
    if (value.empty()) value = "-";
    check_name(value, "the value of a parameter");
    name = word_of(name);
    value = word_of(value);
    if (!names.insert(name).second) throw Error(fmt::format("two parameters are called '{}'", name), "repair the file");
  }
}

void check_metrics(const ForeignPoint& point) {
  std::set<std::string> metrics;
  for (const Metric& metric : point.metrics) {
    check_name(metric.name, "the name of a metric");
    if (!metric.unit.empty()) check_name(metric.unit, "the unit of a metric");
    if (!metrics.insert(metric.name).second)
      throw Error(fmt::format("two metrics of a point are called '{}'", metric.name), "repair the file");
  }
}

ForeignFormat format_of(const Json& root) {
  if (root.is_object() && root.contains("results")) return ForeignFormat::t4;
  if (root.is_object() && root.contains("benchmarks"))
    return root.contains("context") ? ForeignFormat::google_benchmark : ForeignFormat::nvbench;
  throw Error("it has neither 'benchmarks' nor 'results'", "JSON of nvbench, Google Benchmark or T4 can be imported");
}

ForeignResults read_text(const std::string& text, const std::string& path, std::optional<ForeignFormat> format) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (format == ForeignFormat::ncu || (!format && first != std::string::npos && text[first] != '{'))
    return read_ncu(text);
  const Json root = Json::parse(text, unique_keys<Json>());
  switch (format.value_or(format_of(root))) {
    case ForeignFormat::nvbench:
      return read_nvbench(root, path);
    case ForeignFormat::google_benchmark:
      return read_google_benchmark(root);
    default:
      return read_t4(root);
  }
}

/// A configuration that was measured again is another point: comparing takes points by their identity.
void number_repetitions(std::vector<ForeignPoint>& points) {
  std::map<std::pair<std::string, std::vector<std::pair<std::string, std::string>>>, int> seen;
  for (ForeignPoint& point : points)
    if (const int times = ++seen[{point.name, point.parameters}]; times > 1)
      point.parameters.emplace_back("repetition", std::to_string(times));
}

void check_results(ForeignResults& results) {
  if (results.points.empty()) throw Error("it has no result", "nothing was imported");
  if (results.points.size() > kMostForeignPoints)
    throw Error(fmt::format("it has {} results", results.points.size()), "1 000 000 are allowed");
  check_name(results.device_name, "the name of the device");
  number_repetitions(results.points);
}

/// The library's words without its name for the error, "[json.exception.type_error.303] ".
std::string words_of(const nlohmann::json::exception& cause) {
  const std::string text = cause.what();
  const std::size_t name_end = text.find("] ");
  return printable(name_end == std::string::npos ? text : text.substr(name_end + 2));
}

}  // namespace

void in_result(const std::string& place, const std::function<void()>& read) {
  try {
    read();
  } catch (const nlohmann::json::exception& cause) {
    throw Error(fmt::format("{}: {}", place, words_of(cause)), kUnchanged);
  } catch (const Error& cause) {
    throw Error(cause.where(), fmt::format("{}: {}", place, cause.problem()), cause.hint());
  }
}

void each_result(const Json& object, const char* key, const std::function<void(const Json&)>& read) {
  const std::vector<Json>& items = foreign_array(object, key);
  for (std::size_t i = 0; i < items.size(); ++i) in_result(fmt::format("{}[{}]", key, i), [&] { read(items[i]); });
}

ForeignPoint checked_point(ForeignPoint point) {
  check_name(point.name, "the name of a benchmark");
  point.name = word_of(point.name);
  check_parameters(point);
  check_metrics(point);
  return point;
}

ForeignResults read_foreign_results(const std::string& path, std::optional<ForeignFormat> format) {
  std::error_code error;
  const auto bytes = std::filesystem::file_size(path, error);
  if (!error && bytes > kMostFile_bytes) throw Error({.file = path}, "it is larger than 1 GiB", "split it");
  const std::string text = read_file(path);
  try {
    ForeignResults results = read_text(text, path, format);
    check_results(results);
    results.sha256 = sha256(text);
    return results;
  } catch (const nlohmann::json::exception& cause) {
    throw Error({.file = path}, fmt::format("not as its tool writes it: {}", words_of(cause)), kUnchanged);
  } catch (const Error& cause) {
    if (!cause.where().file.empty()) throw;
    throw Error({.file = path}, cause.problem(), cause.hint());
  }
}

double foreign_time_ns(double value, double unit_ns) {
  const double time_ns = value * unit_ns;
  constexpr double kLongest_ns = 1e18;
  if (!(time_ns > 0) || !(time_ns < kLongest_ns))
    throw Error(fmt::format("a time is {:g} ns, and not between 0 and {:g}", time_ns, kLongest_ns), "repair the file");
  return time_ns;
}

std::optional<double> number_in(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

double foreign_number(const std::string& text) {
  if (const auto number = number_in(text)) return *number;
  throw Error(fmt::format("'{}' is not a finite number", printable(text)), "repair the file");
}

double foreign_number(const Json& value) {
  return value.is_string() ? foreign_number(value.get<std::string>()) : value.get<double>();
}

const std::vector<Json>& foreign_array(const Json& object, const char* key) {
  return object.at(key).get_ref<const Json::array_t&>();
}

const std::vector<Json>& foreign_array_if_any(const Json& object, const char* key) {
  static const std::vector<Json> kNone;
  const auto& members = object.get_ref<const Json::object_t&>();
  const auto found = members.find(key);
  return found == members.end() || found->second.is_null() ? kNone : foreign_array(object, key);
}

std::string foreign_text(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
  if (value.is_number_integer()) return value.dump();
  return fmt::format("{}", value.get<double>());
}

}  // namespace warpledger
