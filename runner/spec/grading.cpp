#include "spec/grading.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "spec/grading_rule.h"
#include "spec/grid_reader.h"
#include "spec/overrides.h"

namespace warpledger {
namespace {

constexpr int kFewestRounds = 2;  // one has no interval

int read_count(const Reader& value, int least) {
  constexpr std::int64_t kMost = 100;
  const std::int64_t count = value.whole();
  if (count < least || count > kMost)
    value.fail(fmt::format("{} is not between {} and {}", count, least, kMost), "give a number in between");
  return static_cast<int>(count);
}

std::vector<std::string> read_submission(const Reader& kernels, const Family& family) {
  std::vector<std::string> names;
  for (const Reader& item : kernels.items_or_one()) {
    find_kernel(family, item.text(), item.place());
    if (std::ranges::count(names, item.text()) > 0)
      item.fail(fmt::format("kernel '{}' stands twice", item.text()), "keep one of them");
    names.push_back(item.text());
  }
  return names;
}

std::map<std::string, std::string> read_reference(const std::optional<Reader>& reference, const Family& family,
                                                  const std::vector<std::string>& submission) {
  std::map<std::string, std::string> all;
  for (const std::string& kernel : submission) all[kernel] = kernel;
  if (!reference) return all;
  for (const auto& [key, value] : reference->entries()) {
    key.word("kernel of the submission", submission);
    find_kernel(family, value.text(), value.place());
    all[key.text()] = value.text();
  }
  return all;
}

/// What `--set` takes, of one grid of `hidden`.
std::vector<std::string> read_hidden(const Reader& overrides, const Family& family, const Grid& grid) {
  std::vector<std::string> set;
  for (const auto& [key, value] : overrides.entries()) {
    const std::vector<std::string> axes = axis_names(grid);
    key.word("axis", axes);
    std::vector<std::string> values;
    for (const Reader& item : value.items_or_one()) values.push_back(item.text());
    set.push_back(fmt::format("{}={}", key.text(), join(values, ",")));
    Grid changed = grid;
    Measure unchanged;
    try {
      apply_overrides({.set = {set.back()}, .positional = {}}, {}, family, changed, unchanged);
    } catch (const Error& error) {
      value.fail(error.problem(), error.cure());
    }
  }
  return set;
}

GradedProblem read_problem(const Reader& problem, const std::vector<std::string>& submission) {
  problem.expect(kProblemKeys);
  GradedProblem read{.name = problem.at("name").text(),
                     .points = read_points(problem.at("points")),
                     .kernels = submission,
                     .rules = {}};
  if (const auto kernels = problem.find("kernels")) {
    read.kernels.clear();
    for (const Reader& item : kernels->items_or_one())
      read.kernels.push_back(submission[item.word("kernel of the submission", submission)]);
  }
  double sum = 0;
  for (const Reader& rule : problem.at("rules").items()) {
    read.rules.push_back(read_grading_rule(rule));
    sum += read.rules.back().points;
  }
  constexpr double kRounding = 1e-9;
  if (std::abs(sum - read.points) > kRounding * read.points)
    problem.at("points").fail(fmt::format("'{}' has {} points and its rules {} together", read.name, read.points, sum),
                              "let the points of the rules add up to those of the problem");
  return read;
}

void refuse_names_twice(const Reader& problems, const std::vector<GradedProblem>& read) {
  for (std::size_t i = 0; i < read.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (read[i].name == read[k].name)
        problems.items()[i].at("name").fail(fmt::format("a second problem '{}'", read[i].name), "choose another name");
}

}  // namespace

Grading read_grading(const Reader& grading, const Family& family, const Grid& grid) {
  grading.expect(kGradingKeys);
  Grading read;
  read.submission = read_submission(grading.at("submission"), family);
  read.reference = read_reference(grading.find("reference"), family, read.submission);
  if (const auto seeds = grading.find("seeds")) read.seeds = read_count(*seeds, 0);
  if (const auto rounds = grading.find("rounds")) read.rounds = read_count(*rounds, kFewestRounds);
  if (const auto hidden = grading.find("hidden"))
    for (const Reader& overrides : hidden->items_or_one()) read.hidden.push_back(read_hidden(overrides, family, grid));
  const Reader problems = grading.at("problems");
  for (const Reader& problem : problems.items()) read.problems.push_back(read_problem(problem, read.submission));
  refuse_names_twice(problems, read.problems);
  return read;
}

}  // namespace warpledger
