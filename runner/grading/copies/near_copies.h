#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "grading/copies/fingerprints.h"
#include "model/program.h"

namespace warpledger {

/// What one person wrote, or what is public.
struct ComparedCode {
  std::string name;
  std::vector<SourceFile> files;
};

/// Some lines of a file.
struct CodeLines {
  std::string file;
  std::size_t first = 0, last = 0;  ///< from 1, both in it
  std::string text;                 ///< these lines, without the last newline; of very long ones the beginning
};

/// A place that two share: the longest run of tokens around what they have in common.
struct SharedPassage {
  CodeLines left, right;
  std::size_t tokens = 0;
};

/// Two that have much in common, for a person to look at.
struct CodePair {
  std::string left;                     ///< of the class
  std::string right;                    ///< of the class, or of what it is compared with
  double share = 0;                     ///< of the fingerprints of the one that has fewer, how many the other has, too
  double left_share = 0;                ///< of those of `left`
  double right_share = 0;               ///< of those of `right`
  std::size_t places = 0;               ///< that they share
  std::size_t tokens = 0;               ///< of all places
  bool of_class = true;                 ///< both are of the class
  std::vector<SharedPassage> passages;  ///< the longest places, the longest first
};

struct CopySearch {
  Winnowing winnowing;
  double least_share = 0.6;           ///< of a pair to be named
  std::size_t fewest = 16;            ///< fingerprints of its own that a code must have to be compared
  std::size_t most_tokens = 100'000;  ///< of one code; the rest is not looked at
  std::size_t most_pairs = 100;       ///< that are named
  std::size_t most_passages = 20;     ///< of a pair that are shown, the longest
};

struct NearCopies {
  std::vector<CodePair> pairs;         ///< the largest share first
  std::size_t more = 0;                ///< pairs beyond `most_pairs`
  std::vector<std::string> too_short;  ///< of all that is compared: too little of their own to say anything
  std::vector<std::string> cut;        ///< have more than `most_tokens`
  std::size_t compared = 0;            ///< of the class, that are long enough
  /// Of the class: how many are paired with more than a tenth of it, and with more than 4.
  std::size_t alike_with_many = 0;
};

/// The pairs within `of_class`, and between it and `others`, that share at least `least_share`. What is in `left_out`
/// (starters, the reference) is nobody's own: every run of tokens that it has is taken out of all fingerprints.
/// Deterministic.
NearCopies near_copies(const std::vector<ComparedCode>& of_class, const std::vector<ComparedCode>& others,
                       const std::vector<SourceFile>& left_out, const CopySearch& search);

}  // namespace warpledger
