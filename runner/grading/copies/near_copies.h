#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "grading/copies/fingerprints.h"
#include "model/program.h"

namespace warpledger {

/// A submission, or public code.
struct ComparedCode {
  std::string name;
  std::vector<SourceFile> files;
};

/// Lines of a file.
struct CodeLines {
  std::string file;
  std::size_t first = 0, last = 0;  ///< from 1, inclusive
  std::string text;                 ///< without the last newline; truncated if very long
};

/// The longest common run of tokens around a common fingerprint.
struct SharedPassage {
  CodeLines left, right;
  std::size_t tokens = 0;
};

/// Two similar codes, for a person to look at.
struct CodePair {
  std::string left;
  std::string right;       ///< in the class, or compared with it
  double share = 0;        ///< common fingerprints / fingerprints of the smaller set
  double left_share = 0;   ///< common fingerprints / fingerprints of `left`
  double right_share = 0;  ///< common fingerprints / fingerprints of `right`
  std::size_t places = 0;  ///< shared passages
  std::size_t tokens = 0;
  bool of_class = true;                 ///< both are in the class
  std::vector<SharedPassage> passages;  ///< the longest, longest first
};

struct CopySearch {
  Winnowing winnowing;
  double least_share = 0.6;           ///< of a reported pair
  std::size_t fewest = 16;            ///< fingerprints outside `left_out`, for a code to be compared
  std::size_t most_tokens = 100'000;  ///< the rest is ignored
  std::size_t most_pairs = 100;
  std::size_t most_passages = 20;  ///< per pair, the longest
};

struct NearCopies {
  std::vector<CodePair> pairs;         ///< largest share first
  std::size_t more = 0;                ///< pairs beyond `most_pairs`
  std::vector<std::string> too_short;  ///< names: fewer than `fewest` fingerprints
  std::vector<std::string> cut;        ///< names: more than `most_tokens`
  std::size_t compared = 0;            ///< codes of the class
  /// Codes of the class that are paired with more than 4, and more than a tenth, of the class.
  std::size_t alike_with_many = 0;
};

/// Returns the pairs that share at least `least_share`, within `of_class` and between it and `others`. Runs of tokens
/// in `left_out` (starters, the reference) are removed from all fingerprints. Deterministic.
NearCopies near_copies(const std::vector<ComparedCode>& of_class, const std::vector<ComparedCode>& others,
                       const std::vector<SourceFile>& left_out, const CopySearch& search);

}  // namespace warpledger
