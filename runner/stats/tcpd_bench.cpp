// Tests find_change_points() on annotated series of the Turing Change Point Dataset
// (github.com/alan-turing-institute/TCPD; van den Burg & Williams, "An evaluation of change point detection
// algorithms", arXiv 2003.06222). `tcpd_bench FOLDER` reads annotations.json and datasets/*/*.json of a checkout and
// prints Markdown for benchmarks/change-points.md. Series that may not be redistributed are missing from the checkout
// and skipped.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "stats/change_points.h"

namespace {

using namespace warpledger;
using Places = std::set<std::size_t>;

constexpr std::size_t kTolerance = 5;  // from the paper: between an annotation and a matching find

nlohmann::json read_json(const std::filesystem::path& path) { return nlohmann::json::parse(std::ifstream(path)); }

std::size_t distance(std::size_t a, std::size_t b) { return std::max(a, b) - std::min(a, b); }

/// Each find matches once, the nearest first.
std::size_t found(const Places& annotated, Places finds) {
  std::size_t count = 0;
  for (const std::size_t place : annotated) {
    const auto nearest = std::ranges::min_element(finds, {}, [&](std::size_t find) { return distance(find, place); });
    if (nearest == finds.end() || distance(*nearest, place) > kTolerance) continue;
    finds.erase(nearest);
    ++count;
  }
  return count;
}

/// Returns F1 as in the paper: precision against all annotations together, recall as the mean over annotators. The
/// beginning counts as annotated and found, so that series without changes have a score.
double f1(const nlohmann::json& annotators, Places finds) {
  finds.insert(0);
  Places all = {0};
  double recall = 0;
  for (const auto& [name, annotated] : annotators.items()) {
    Places places = annotated.get<Places>();
    places.insert(0);
    all.insert(places.begin(), places.end());
    recall += static_cast<double>(found(places, finds)) / static_cast<double>(places.size());
  }
  recall /= static_cast<double>(annotators.size());
  const double precision = static_cast<double>(found(all, finds)) / static_cast<double>(finds.size());
  return 2 * precision * recall / (precision + recall);
}

/// True for a univariate series without missing values, as used in published results.
bool is_whole(const nlohmann::json& series) {
  const nlohmann::json& dimensions = series.at("series");
  return dimensions.size() == 1 &&
         std::ranges::all_of(dimensions.at(0).at("raw"), [](const nlohmann::json& value) { return value.is_number(); });
}

Places finds_in(const nlohmann::json& series) {
  Places finds;
  const auto values = series.at("series").at(0).at("raw").get<std::vector<double>>();
  for (const ChangePoint& point : find_change_points(values, {})) finds.insert(point.index);
  return finds;
}

void score_folder(const std::filesystem::path& folder) {
  const nlohmann::json annotations = read_json(folder / "annotations.json");
  double sum = 0, sum_of_nothing = 0;
  int count = 0;
  fmt::print("| series | values | finds | F1 | F1 of finding nothing |\n| --- | ---: | ---: | ---: | ---: |\n");
  for (const auto& [name, annotators] : annotations.items()) {
    const std::filesystem::path path = folder / "datasets" / name / (name + ".json");
    if (!std::filesystem::exists(path)) continue;
    const nlohmann::json series = read_json(path);
    if (!is_whole(series)) continue;
    const Places finds = finds_in(series);
    const double score = f1(annotators, finds), of_nothing = f1(annotators, {});
    sum += score;
    sum_of_nothing += of_nothing;
    ++count;
    fmt::print("| {} | {} | {} | {:.3f} | {:.3f} |\n", name, series.at("n_obs").get<int>(), finds.size(), score,
               of_nothing);
  }
  fmt::print("| **mean of {}** | | | **{:.3f}** | {:.3f} |\n", count, sum / count, sum_of_nothing / count);
}

void print_finds(const std::filesystem::path& file) {
  for (const ChangePoint& point : find_change_points(read_json(file).get<std::vector<double>>(), {}))
    fmt::print("from {} on: {:+.1f} %, p = {:.2g}\n", point.index, 100 * (point.after / point.before - 1),
               point.probability);
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 2) {
    std::cerr << "usage: tcpd_bench FOLDER, a checkout of github.com/alan-turing-institute/TCPD\n"
                 "       tcpd_bench FILE, a JSON list of numbers, for what is found in it\n";
    return 2;
  }
  std::filesystem::is_directory(argv[1]) ? score_folder(argv[1]) : print_finds(argv[1]);
} catch (const std::exception& error) {
  std::fputs(error.what(), stderr);
  return 1;
}
