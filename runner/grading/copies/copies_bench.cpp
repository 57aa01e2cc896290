// Recall and false positives of the search for near copies, as Markdown: benchmarks/copies.md.
//   copies_bench PROBLEMS              a folder of folders, each with .cu files that solve one problem
//   copies_bench CLASS STARTER         a folder of submission folders, and the starter's folder
//   copies_bench CLASS STARTER COPIES  and a folder of manual copies: of-NAME copies the class's NAME
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "grading/copies/disguise_fixture.h"
#include "grading/copies/near_copies.h"

namespace {

namespace fs = std::filesystem;
using namespace warpledger;

/// Solutions, and code that was given to their authors.
struct Problem {
  std::vector<ComparedCode> solutions;
  std::vector<SourceFile> given = {};
};

std::string text_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

std::vector<SourceFile> files_in(const fs::path& folder) {
  std::vector<SourceFile> files;
  for (const auto& file : fs::directory_iterator(folder))
    if (file.is_regular_file()) files.push_back({file.path().filename(), text_of(file.path())});
  std::ranges::sort(files, {}, &SourceFile::name);
  return files;
}

Problem read_class(const fs::path& folder, const fs::path& starter) {
  Problem problem{.solutions = {}, .given = files_in(starter)};
  for (const auto& entry : fs::directory_iterator(folder))
    problem.solutions.push_back({entry.path().filename(), files_in(entry.path())});
  std::ranges::sort(problem.solutions, {}, &ComparedCode::name);
  return problem;
}

Problem read_problem(const fs::path& folder) {
  Problem problem;
  for (SourceFile& file : files_in(folder))
    if (file.name.ends_with(".cu") && file.name != "reference.cu") problem.solutions.push_back({file.name, {file}});
  return problem;
}

CopySearch all_pairs(const Winnowing& winnowing) {
  CopySearch search{.winnowing = winnowing, .least_share = 0};
  search.most_pairs = 1'000'000;
  search.most_passages = 0;
  return search;
}

struct Shares {
  std::size_t codes = 0;
  std::vector<double> shares;  ///< one per pair, largest first; 0 for pairs that share nothing
};

Shares of_solutions(const std::vector<Problem>& problems, const Winnowing& winnowing) {
  Shares all;
  for (const Problem& problem : problems) {
    const NearCopies near = near_copies(problem.solutions, {}, problem.given, all_pairs(winnowing));
    all.codes += near.compared;
    for (const CodePair& pair : near.pairs) all.shares.push_back(pair.share);
    const std::size_t pairs = near.compared < 2 ? 0 : near.compared * (near.compared - 1) / 2;
    all.shares.resize(all.shares.size() + pairs - near.pairs.size());
  }
  std::ranges::sort(all.shares, std::ranges::greater{});
  return all;
}

Shares of_copies(const std::vector<Problem>& problems, const Winnowing& winnowing, Disguise disguise) {
  Shares all;
  unsigned seed = 0;
  for (const Problem& problem : problems)
    for (const ComparedCode& code : problem.solutions) {
      ComparedCode copy{"copy", code.files};
      for (SourceFile& file : copy.files) file.text = disguised(file.text, disguise, ++seed);
      const NearCopies near = near_copies({code, copy}, {}, problem.given, all_pairs(winnowing));
      if (near.compared == 2) all.shares.push_back(near.pairs.empty() ? 0 : near.pairs[0].share);
    }
  all.codes = all.shares.size();
  std::ranges::sort(all.shares, std::ranges::greater{});
  return all;
}

/// Compares manual copies with their originals or, if `is_own` is false, with other solutions.
Shares of_copies_by_hand(const Problem& problem, const std::vector<ComparedCode>& copies, const Winnowing& winnowing,
                         bool is_own) {
  Shares all{.codes = copies.size(), .shares = {}};
  for (const ComparedCode& copy : copies)
    for (const ComparedCode& code : problem.solutions) {
      if ((copy.name == "of-" + code.name) != is_own) continue;
      const NearCopies near = near_copies({code, copy}, {}, problem.given, all_pairs(winnowing));
      if (near.compared == 2) all.shares.push_back(near.pairs.empty() ? 0 : near.pairs[0].share);
    }
  std::ranges::sort(all.shares, std::ranges::greater{});
  return all;
}

std::size_t at_least(const Shares& all, double least) {
  return static_cast<std::size_t>(std::ranges::count_if(all.shares, [&](double share) { return share >= least; }));
}

void print_row(const std::string& name, const Shares& all) {
  fmt::print("| {} | {} | {} |", name, all.codes, all.shares.size());
  for (const double least : {.3, .4, .5, .6, .7, .8}) fmt::print(" {} |", at_least(all, least));
  if (all.shares.empty()) return fmt::print(" | |\n");
  fmt::print(" {:.0f} | {:.0f} |\n", 100 * all.shares.back(), 100 * all.shares.front());
}

void print_by_hand(const Problem& problem, const std::vector<ComparedCode>& copies, const Winnowing& winnowing) {
  const std::string name = fmt::format("{}, {}", winnowing.gram, winnowing.window);
  print_row(name + ": copies by hand", of_copies_by_hand(problem, copies, winnowing, true));
  print_row(name + ": these and the other solutions", of_copies_by_hand(problem, copies, winnowing, false));
}

void print_winnowing(const std::vector<Problem>& problems, const Winnowing& winnowing) {
  const std::string name = fmt::format("{}, {}", winnowing.gram, winnowing.window);
  print_row(name + ": different solutions", of_solutions(problems, winnowing));
  for (std::size_t i = 0; i < kDisguiseNames.size(); ++i)
    print_row(fmt::format("{}: {} copies", name, kDisguiseNames[i]),
              of_copies(problems, winnowing, static_cast<Disguise>(i)));
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<Problem> problems;
  std::vector<ComparedCode> by_hand;
  if (count == 3 || count == 4) problems.push_back(read_class(arguments[1], arguments[2]));
  if (count == 4) by_hand = read_class(arguments[3], arguments[2]).solutions;
  if (count == 2)
    for (const auto& entry : fs::directory_iterator(arguments[1]))
      if (entry.is_directory()) problems.push_back(read_problem(entry.path()));
  if (problems.empty()) {
    fmt::print(stderr, "usage: copies_bench PROBLEMS | copies_bench CLASS STARTER [COPIES]\n");
    return 2;
  }
  fmt::print(
      "| tokens, window | codes | pairs | ≥ 30 % | ≥ 40 % | ≥ 50 % | ≥ 60 % | ≥ 70 % | ≥ 80 % | least % | most % |\n");
  fmt::print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
  for (const std::size_t gram : {10, 14, 17, 20}) {
    const Winnowing winnowing{gram, Winnowing().window};
    print_winnowing(problems, winnowing);
    if (!by_hand.empty()) print_by_hand(problems.front(), by_hand, winnowing);
  }
}
