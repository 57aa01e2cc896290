#include "exec/system_call_filter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <seccomp.h>

#include <regex>
#include <set>
#include <string>

#include "base/address_sanitizer.h"
#include "base/file.h"

namespace warpledger {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

/// Names of the calls that have a rule in libseccomp's text of a filter. Calls of other processors appear with numbers
/// above 4,000,000,000 and are skipped.
std::set<std::string> calls_in(const std::string& text) {
  static const std::regex rule("# filter for syscall \"([^\"]+)\" [(][0-9]{1,4}[)]");
  std::set<std::string> calls;
  for (std::sregex_iterator match(text.begin(), text.end(), rule), end; match != end; ++match)
    calls.insert((*match)[1]);
  return calls;
}

std::string lines(const std::set<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += word + '\n';
  return text;
}

// No test runs on aarch64, so these compare its filters with reviewed golden lists.
TEST(FilterOfAarch64, RejectsTheCallsOfItsGoldenList) {
  const std::string text = filter_text(Sockets::none, SCMP_ARCH_AARCH64);
  EXPECT_THAT(text, AllOf(HasSubstr("# filter for arch aarch64"), Not(HasSubstr("x86"))));
  EXPECT_EQ(lines(calls_in(text)), read_file(WARPLEDGER_SOURCE_DIR "/runner/exec/testdata/rejected_aarch64.txt"));
}

#ifndef WARPLEDGER_HAS_ASAN  // a sanitizer needs more calls
TEST(FilterOfAarch64, AllowsTheCallsOfItsGoldenListWhileComputing) {
  EXPECT_EQ(lines(calls_in(computing_filter_text(SCMP_ARCH_AARCH64))),
            read_file(WARPLEDGER_SOURCE_DIR "/runner/exec/testdata/computing_aarch64.txt"));
}
#endif

TEST(FilterOfX86, RejectsCallsThatAarch64Lacks) {
  EXPECT_THAT(calls_in(filter_text(Sockets::none, SCMP_ARCH_X86_64)), AllOf(Contains("fork"), Contains("chmod")));
}

}  // namespace
}  // namespace warpledger
