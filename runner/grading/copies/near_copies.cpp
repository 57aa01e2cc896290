#include "grading/copies/near_copies.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "grading/copies/shared_passages.h"
#include "grading/copies/token_text.h"

namespace warpledger {
namespace {

using Hashes = std::unordered_set<std::uint64_t>;

/// Fingerprints of one code, without those in `left_out`.
struct Prints {
  const ComparedCode* code = nullptr;
  std::vector<CodePrint> all;
  std::vector<std::uint64_t> hashes;  ///< unique, sorted
  bool cut = false;
};

struct Candidate {
  std::size_t left = 0, right = 0, shared = 0;
  double share = 0;
};

/// Returns all gram hashes, not only winnowed ones: the choice depends on the surrounding text.
Hashes hashes_of(const std::vector<SourceFile>& files, const CopySearch& search) {
  Hashes hashes;
  for (const SourceFile& file : files)
    for (const std::uint64_t hash : gram_hashes(code_tokens(file.text, search.most_tokens), search.winnowing.gram))
      hashes.insert(hash);
  return hashes;
}

Prints prints_of(const ComparedCode& code, const Hashes& left_out, const CopySearch& search) {
  const TokenText text = token_text(code.files, search.most_tokens);
  Prints prints{.code = &code, .all = {}, .hashes = {}, .cut = text.cut};
  prints.all = winnowed(gram_hashes(text.tokens, search.winnowing.gram), search.winnowing.window);
  std::erase_if(prints.all, [&](const CodePrint& print) { return left_out.contains(print.hash); });
  for (const CodePrint& print : prints.all) prints.hashes.push_back(print.hash);
  std::ranges::sort(prints.hashes);
  prints.hashes.erase(std::unique(prints.hashes.begin(), prints.hashes.end()), prints.hashes.end());
  return prints;
}

double part_of(std::size_t shared, std::size_t all) { return static_cast<double>(shared) / static_cast<double>(all); }

std::vector<Candidate> candidates_of(const std::vector<Prints>& prints, std::size_t of_class, double least_share) {
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> owners;
  for (std::size_t i = 0; i < prints.size(); ++i)
    for (const std::uint64_t hash : prints[i].hashes) owners[hash].push_back(static_cast<std::uint32_t>(i));
  std::vector<Candidate> found;
  std::vector<std::size_t> shared(prints.size());
  for (std::size_t left = 0; left < of_class; ++left) {
    std::ranges::fill(shared, 0);
    for (const std::uint64_t hash : prints[left].hashes)
      for (const std::uint32_t right : owners[hash]) ++shared[right];
    for (std::size_t right = left + 1; right < prints.size(); ++right) {
      const std::size_t fewer = std::min(prints[left].hashes.size(), prints[right].hashes.size());
      const double share = part_of(shared[right], fewer);
      if (shared[right] > 0 && share >= least_share) found.push_back({left, right, shared[right], share});
    }
  }
  std::ranges::stable_sort(found, [](const Candidate& a, const Candidate& b) {
    return std::pair(a.share, a.shared) > std::pair(b.share, b.shared);
  });
  return found;
}

void add_passages(CodePair& pair, const Prints& left, const Prints& right, const CopySearch& search) {
  const TokenText left_text = token_text(left.code->files, search.most_tokens);
  const TokenText right_text = token_text(right.code->files, search.most_tokens);
  PositionsByHash positions;
  for (const CodePrint& print : right.all) positions[print.hash].push_back(print.position);
  std::vector<TokenMatch> matches = token_matches(left_text.tokens, left.all, right_text.tokens, positions);
  for (const TokenMatch& match : matches) pair.tokens += match.count;
  pair.places = matches.size();
  std::ranges::stable_sort(matches, std::ranges::greater{}, &TokenMatch::count);
  if (matches.size() > search.most_passages) matches.resize(search.most_passages);
  for (const TokenMatch& match : matches)
    pair.passages.push_back({.left = lines_of(left.code->files, left_text, match.left, match.count),
                             .right = lines_of(right.code->files, right_text, match.right, match.count),
                             .tokens = match.count});
}

CodePair pair_of(const Candidate& found, const std::vector<Prints>& prints, std::size_t of_class,
                 const CopySearch& search) {
  const Prints& left = prints[found.left];
  const Prints& right = prints[found.right];
  CodePair pair{.left = left.code->name,
                .right = right.code->name,
                .share = found.share,
                .left_share = part_of(found.shared, left.hashes.size()),
                .right_share = part_of(found.shared, right.hashes.size()),
                .of_class = found.right < of_class,
                .passages = {}};
  add_passages(pair, left, right, search);
  return pair;
}

/// Number of codes paired with so much of the class that their pairs say little.
std::size_t paired_with_many(const std::vector<Candidate>& found, std::size_t of_class) {
  constexpr std::size_t kFew = 4;
  constexpr std::size_t kPart = 10;
  std::vector<std::size_t> partners(of_class);
  for (const Candidate& one : found) {
    if (one.right >= of_class) continue;
    ++partners[one.left];
    ++partners[one.right];
  }
  return static_cast<std::size_t>(
      std::ranges::count_if(partners, [&](std::size_t count) { return count > std::max(kFew, of_class / kPart); }));
}

}  // namespace

NearCopies near_copies(const std::vector<ComparedCode>& of_class, const std::vector<ComparedCode>& others,
                       const std::vector<SourceFile>& left_out, const CopySearch& search) {
  NearCopies result;
  const Hashes known = hashes_of(left_out, search);
  std::vector<Prints> prints;
  const auto take = [&](const ComparedCode& code) {
    Prints own = prints_of(code, known, search);
    if (own.cut) result.cut.push_back(code.name);
    if (own.hashes.size() < search.fewest)
      result.too_short.push_back(code.name);
    else
      prints.push_back(std::move(own));
  };
  for (const ComparedCode& code : of_class) take(code);
  result.compared = prints.size();
  for (const ComparedCode& code : others) take(code);
  const std::vector<Candidate> found = candidates_of(prints, result.compared, search.least_share);
  result.alike_with_many = paired_with_many(found, result.compared);
  const std::size_t named = std::min(found.size(), search.most_pairs);
  for (std::size_t i = 0; i < named; ++i) result.pairs.push_back(pair_of(found[i], prints, result.compared, search));
  result.more = found.size() - named;
  return result;
}

}  // namespace warpledger
