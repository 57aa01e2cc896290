#include "e2e/graded_folder.h"

#include <filesystem>
#include <sstream>

#include "base/error.h"
#include "e2e/cheats.h"

namespace warpledger::e2e {
namespace {

std::vector<std::string> joined(std::vector<std::string> words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// What the program wrote; it must have gone well.
Ended well(Ended ended) {
  if (ended.exit_code != 0) throw Error("the program ended with an error: " + ended.err, "look at what it says");
  return ended;
}

/// The cells of a line of CSV whose cells hold no comma.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream text(line);
  for (std::string cell; std::getline(text, cell, ',');) cells.push_back(cell);
  return cells;
}

}  // namespace

void GradedFolder::submit(const std::string& name, const std::string& kernel) const {
  std::filesystem::remove_all(submissions() + "/" + name);
  write_submission(submissions() + "/" + name, kernel);
}

Ended GradedFolder::grade(const std::vector<std::string>& arguments) const {
  return warpledger(joined({"grade", "squares"}, arguments), path_);
}

std::vector<std::string> GradedFolder::running(const std::vector<std::string>& more) const {
  return joined({"grade", "squares", "--submissions", "class", "--device", device_under_test(), "--jobs", "2"}, more);
}

Ended GradedFolder::run(const std::vector<std::string>& more) const { return well(warpledger(running(more), path_)); }

nlohmann::json GradedFolder::query(const std::string& sql) const {
  return nlohmann::json::parse(well(warpledger({"query", "--format", "json", sql}, path_)).out);
}

std::map<std::string, double> GradedFolder::totals(const std::vector<std::string>& arguments) const {
  std::istringstream lines(well(grade(joined({"--format", "csv"}, arguments))).out);
  std::map<std::string, double> totals;
  std::string line;
  std::getline(lines, line);  // submission,Squares of 10,adjustments,total,...
  while (std::getline(lines, line)) {
    const std::vector<std::string> cells = cells_of(line);
    totals[cells.at(0)] = std::stod(cells.at(3));
  }
  return totals;
}

}  // namespace warpledger::e2e
