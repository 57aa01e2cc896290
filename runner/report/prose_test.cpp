#include "report/prose.h"

#include <gtest/gtest.h>

namespace warpledger {
namespace {

constexpr LineWidth kNarrow{20, true};

std::string text_of(const std::vector<std::string>& lines, const LineWidth& width = kNarrow) {
  return prose_lines(lines, Format::text, width);
}

TEST(Prose, AParagraphThatIsTooWideIsFilledAnew) {
  EXPECT_EQ(text_of({"Few warps hide how much that", "is, as they wait.", "", "Next one."}),
            "Few warps hide how\n"
            "much that is, as\n"
            "they wait.\n"
            "\n"
            "Next one.\n");
}

TEST(Prose, AnItemStaysAnItem) {
  EXPECT_EQ(
      text_of({"- gelu_erf is the same in", "  single precision", "- gelu_tanh", "10. is the tenth of the items"}),
      "- gelu_erf is the\n"
      "  same in single\n"
      "  precision\n"
      "- gelu_tanh\n"
      "10. is the tenth of\n"
      "    the items\n");
}

TEST(Prose, WhatFitsStaysAsItIs) {
  EXPECT_EQ(text_of({"one  two", "three", "- a", "-- b", "5 c"}), "one  two\nthree\n- a\n-- b\n5 c\n");
}

TEST(Prose, WithoutALimitNothingIsFilledAnew) {
  const std::string line(100, 'x');
  EXPECT_EQ(text_of({line + " " + line}, {20}), line + " " + line + "\n");
  EXPECT_EQ(prose_lines({line + " " + line}, Format::markdown, kNarrow), line + " " + line + "\n");
}

TEST(Prose, AHeadingIsUnderlinedNoFartherThanTheTerminal) {
  EXPECT_EQ(text_of({"# Two words", "text"}), "Two words\n=========\ntext\n");
  EXPECT_EQ(text_of({"## A heading that is too wide"}), "A heading that is too wide\n--------------------\n");
}

}  // namespace
}  // namespace warpledger
