#include "spec/gradescope_metadata.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spec/library_fixture.h"

namespace warpledger {
namespace {

using testing::HasSubstr;

class GradescopeMetadata : public testing::Test {
 protected:
  std::vector<GradescopeEntry> read(const std::string& text) const {
    files_.write(kGradescopeMetadata, text);
    return read_gradescope_metadata(files_.path(kGradescopeMetadata));
  }
  std::string refusal(const std::string& text) const {
    return files_.message([&] { read(text); });
  }
  TemporaryLibrary files_;
};

TEST_F(GradescopeMetadata, SaysWhoHandedInAFolderAndWhen) {
  const auto entries = read(
      "---\nsubmission_1:\n  :submitters:\n  - :name: Ada Lovelace\n    :sid: '0042'\n    :email: ada@uni.example\n"
      "  :created_at: 2026-10-01 14:22:32.365935000 -07:00\n  :score: 3.5\n  :status: processed\n"
      "  :results:\n    tests: &1 []\n    again: *1\n  :history: []\n"
      "submission_2:\n  :submitters:\n  - :name: Ben\n    :sid:\n    :email: ben@uni.example\n  - :name: Cleo\n");
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].folder, "submission_1");
  EXPECT_EQ(entries[0].submitted_utc, "2026-10-01T21:22:32Z");
  ASSERT_EQ(entries[0].submitters.size(), 1U);
  EXPECT_EQ(entries[0].submitters[0].name, "Ada Lovelace");
  EXPECT_EQ(entries[0].submitters[0].id, "0042");
  EXPECT_EQ(entries[0].submitters[0].email, "ada@uni.example");
  EXPECT_EQ(entries[1].submitted_utc, "");
  EXPECT_EQ(entries[1].submitters.size(), 2U);
}

TEST_F(GradescopeMetadata, ThatIsDamagedIsRefusedAtItsLine) {
  EXPECT_THAT(refusal("- a\n"), HasSubstr("submission_metadata.yml:1: this is no list of submissions"));
  EXPECT_THAT(refusal("a: [\n"), HasSubstr("this is no YAML"));
  EXPECT_THAT(refusal("submission_1: {}\n"), HasSubstr("submission_metadata.yml:1: this submission has no submitters"));
  EXPECT_THAT(refusal("a:\n  :submitters:\n  - {':name': ''}\n"), HasSubstr("this submission has no submitters"));
  EXPECT_THAT(refusal("\n../etc:\n  :submitters:\n  - :name: x\n"),
              HasSubstr("submission_metadata.yml:2: '../etc' is no folder beside this file"));
  EXPECT_THAT(refusal("a:\n  :submitters:\n  - :name: x\n  :created_at: yesterday\n"),
              HasSubstr("'yesterday' is no time with an offset"));
}

TEST_F(GradescopeMetadata, WithAQuoteThatNeverClosesIsRefusedAtItsLine) {
  EXPECT_THAT(refusal("a:\n  :submitters:\n  - :name: \"Ada\n    :sid: 1\nb:\n  :submitters:\n  - :name: Ben\n"),
              HasSubstr("submission_metadata.yml:3: the quote that opens here never closes"));
  EXPECT_THAT(refusal("a:\n  :submitters:\n  - :name: Ada\n  :results:\n  - 'it''s\nb: 1\n"),
              HasSubstr("submission_metadata.yml:5: the quote that opens here never closes"));
  EXPECT_EQ(read("a:\n  :submitters:\n  - :name: Ada\n  :results: \"two\n    lines\"\n").size(), 1U);
  EXPECT_EQ(read("a: &a\n  :submitters:\n  - :name: Ada\n  :again: *a\n").size(), 1U);
}

}  // namespace
}  // namespace warpledger
