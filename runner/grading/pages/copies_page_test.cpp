#include "grading/pages/copies_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "grading/score/class_copies.h"

namespace warpledger {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

NearCopies one_pair() {
  NearCopies found;
  found.compared = 60;
  found.pairs.push_back({.left = "<i>ann</i>",
                         .right = "2023/bob",
                         .share = 0.876,
                         .left_share = 0.876,
                         .right_share = 0.5,
                         .places = 3,
                         .tokens = 321,
                         .passages = {{.left = {"k.cu", 10, 12, "</pre><script>alert(1)</script>"},
                                       .right = {"x\".cu", 3, 5, "a & b; // bob wrote this\x01"},
                                       .tokens = 200}}});
  found.too_short = {"<cat>"};
  found.cut = {"dan"};
  return found;
}

std::string page_of(const NearCopies& found, std::vector<std::string> refused = {}) {
  const std::size_t count = refused.size();
  return copies_page(
      found, {.experiment = "axpy", .least_share = 0.6, .refused = std::move(refused), .refused_count = count}, {});
}

TEST(CopiesPage, HasSharesAndThePlacesSideBySide) {
  EXPECT_THAT(page_of(one_pair()),
              AllOf(HasSubstr(">88 %<"), HasSubstr("50 % of 2023/bob"), HasSubstr("321 tokens in 3 places"),
                    HasSubstr("k.cu, lines 10–12"), HasSubstr("2 places more, all shorter"),
                    HasSubstr("60 submissions"), HasSubstr("from 60 % on")));
}

TEST(CopiesPage, ShowsEveryTextAsItIs) {
  EXPECT_THAT(page_of(one_pair(), {"old/<b>: a link"}),
              AllOf(Not(HasSubstr("<script>alert")), Not(HasSubstr("<i>ann")), Not(HasSubstr("<cat>")),
                    Not(HasSubstr("<b>: a")), HasSubstr("&lt;/pre&gt;&lt;script&gt;"), HasSubstr("&lt;cat&gt;"),
                    HasSubstr("x&quot;.cu"), HasSubstr("a &amp; b;"), HasSubstr("\\x01")));
}

TEST(CopiesPage, WithPseudonymsHasNoNameAndNoText) {
  const Pseudonyms pseudonyms = {{"<i>ann</i>", "s-1"}, {"2023/bob", "s-2"}, {"<cat>", "s-3"}, {"dan", "s-4"}};
  const std::string page = page_of(renamed(one_pair(), pseudonyms));
  EXPECT_THAT(page, AllOf(HasSubstr("s-1 – s-2"), HasSubstr("s-2, lines 3–5"), HasSubstr("s-3"), HasSubstr("s-4")));
  for (const char* name : {"ann", "bob", "cat&gt;", "dan", "x&quot;"}) EXPECT_THAT(page, Not(HasSubstr(name)));
}

TEST(CopiesPage, SaysWhenSharesSayLittle) {
  NearCopies found = one_pair();
  EXPECT_THAT(page_of(found), Not(HasSubstr("more than a tenth of the class")));
  found.alike_with_many = 30;
  found.more = 7;
  EXPECT_THAT(page_of(found), AllOf(HasSubstr("30 submissions are alike with more than a tenth of the class"),
                                    HasSubstr("7 more pairs with smaller"), HasSubstr("<h2>8 pairs</h2>")));
}

}  // namespace
}  // namespace warpledger
