#include "grading/hidden_identities.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/word_search.h"

namespace warpledger {
namespace {

/// What is looked for. A number of an LMS with fewer digits is found everywhere.
std::vector<std::string> identities_of(const ReadSubmission& one) {
  constexpr std::size_t kLeastOfId = 4;
  std::vector<std::string> all = {one.name};
  for (const Submitter& submitter : one.hand_in.submitters) {
    all.push_back(submitter.name);
    all.push_back(submitter.email);
    if (submitter.id.size() >= kLeastOfId) all.push_back(submitter.id);
  }
  return all;
}

bool says(const ReadSubmission& one, const std::string& identity) {
  if (!one.submission) return false;
  return std::ranges::any_of(one.submission->files, [&](const SourceFile& file) {
    return has_word(file.text, identity) || (file.name.ends_with(".cu") ? false : has_word(file.name, identity));
  });
}

}  // namespace

std::vector<std::string> hide_identities(ReadClass& read, const Pseudonyms& pseudonyms) {
  std::vector<std::string> telling;
  for (ReadSubmission& one : read.submissions) {
    const std::string& pseudonym = pseudonyms.at(one.name);
    bool tells = false;
    for (const std::string& identity : identities_of(one)) {
      one.refusal = with_word_replaced(one.refusal, identity, pseudonym);
      tells = tells || says(one, identity);
    }
    if (tells) telling.push_back(pseudonym);
    one.hand_in.submitters.clear();
    one.name = pseudonym;
    if (one.submission) one.submission->name = pseudonym;
  }
  read.passed_over.clear();
  std::ranges::sort(read.submissions, {}, [](const ReadSubmission& one) {
    return std::pair(one.name, one.hand_in.attempt);  // their order told of names
  });
  return telling;
}

}  // namespace warpledger
