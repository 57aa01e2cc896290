#include "spec/npy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>

#include "base/error.h"
#include "model/data_file_fixture.h"
#include "spec/data_files.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string problem_of(const std::string& text) {
  try {
    read_npy_header(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

const std::string kFile = fixture::npy<float>("<f4", "(2, 3)", {1, 2, 3, 4, 5, 6});

TEST(Npy, OfEachTypeIsRead) {
  const NpyHeader header = read_npy_header(kFile);
  EXPECT_EQ(header.type, ElementType::f32);
  EXPECT_THAT(header.shape, ElementsAre(2, 3));
  EXPECT_EQ(header.count, 6);
  EXPECT_EQ(header.data_offset, 128);
  EXPECT_EQ(read_npy_header(fixture::npy<char>("|b1", "(3,)", {0, 1, 1})).type, ElementType::boolean);
  EXPECT_EQ(read_npy_header(fixture::npy<short>("<i2", "(3,)", {0, 1, 1})).type, ElementType::i16);
  EXPECT_EQ(read_npy_header(fixture::npy<short>("<f2", "(3,)", {0, 1, 1})).type, ElementType::f16);
  EXPECT_EQ(read_npy_header(fixture::npy<double>("<f8", "()", {1})).count, 1);
  EXPECT_EQ(read_npy_header(fixture::npy<double>("<f8", "(0, 4)", {})).count, 0);
}

TEST(Npy, OfPython2IsRead) {
  const NpyHeader header = read_npy_header(fixture::npy<float>("<f4", "(2L, 3L)", {1, 2, 3, 4, 5, 6}));
  EXPECT_THAT(header.shape, ElementsAre(2, 3));
  EXPECT_EQ(read_npy_header(fixture::npy<float>("<f4", "(2L,)", {1, 2})).count, 2);
  EXPECT_EQ(read_npy_header(fixture::npy<float>("<f4", "(2L)", {1, 2})).count, 2);
  EXPECT_THAT(problem_of(fixture::npy<float>("<f4", "(2LL,)", {1, 2})), HasSubstr("expected ','"));
}

TEST(Npy, OfLaterFormatVersionsIsRead) {
  for (const char major : {'\x02', '\x03'}) {
    std::string text = kFile;
    text[6] = major;
    text.insert(10, 2, '\0');  // versions 2 and 3 have a 4-byte length
    EXPECT_EQ(read_npy_header(text).count, 6);
  }
}

TEST(Npy, ThatNoBufferCanTakeSaysWhatToDo) {
  EXPECT_THAT(problem_of(replaced(kFile, "<f4", ">f4")),
              HasSubstr("big-endian (>f4)\nhint: convert them: a.astype('<f4')"));
  EXPECT_THAT(problem_of(replaced(kFile, "False", "True ")), HasSubstr("hint: save numpy.ascontiguousarray(a)"));
  EXPECT_THAT(problem_of(replaced(kFile, "<f4", "<c8")), HasSubstr("the type '<c8', which no buffer has"));
  EXPECT_THAT(problem_of(replaced(kFile, "'<f4'", "[('a')]")), HasSubstr("are structures"));
}

TEST(Npy, ThatIsDamagedIsRefused) {
  EXPECT_THAT(problem_of("1 2 3"), HasSubstr("this is no .npy file"));
  EXPECT_THAT(problem_of(kFile.substr(0, 7)), HasSubstr("the file ends in it"));
  EXPECT_THAT(problem_of(kFile.substr(0, 9)), HasSubstr("the file ends in it"));
  EXPECT_THAT(problem_of(kFile.substr(0, 60)), HasSubstr("the file ends in it"));
  EXPECT_THAT(problem_of(kFile.substr(0, kFile.size() - 1)),
              HasSubstr("has 23 bytes of elements, but its header announces 24"));
  EXPECT_THAT(problem_of(kFile + "x"), HasSubstr("has 25 bytes of elements"));
  EXPECT_THAT(problem_of(replaced(kFile, "(2, 3)", "(9223372036854775807, 9)")), HasSubstr("more than any file has"));
  EXPECT_THAT(problem_of(replaced(kFile, "(2, 3)", "(2, -3)")), HasSubstr("an extent of 'shape' is no number"));
  EXPECT_THAT(problem_of(replaced(kFile, "'shape'", "'shapes'")), HasSubstr("unknown key 'shapes'"));
  EXPECT_THAT(problem_of(replaced(kFile, "'fortran_order': False, ", std::string(24, ' '))),
              HasSubstr("'fortran_order' is missing"));
  EXPECT_THAT(problem_of(replaced(kFile, "'descr': '<f4'", "'shape': (1,)")), HasSubstr("'shape' appears twice"));
  EXPECT_THAT(problem_of(replaced(kFile, "\x01", "\x04")), HasSubstr("format version 4.0"));
}

TEST(Npy, BytesOfABoolAreZeroOrOne) {
  EXPECT_THROW(parse_data_file("a.npy", fixture::npy<char>("|b1", "(3,)", {0, 1, 2})), Error);
}

TEST(DataFile, ThatIsMutatedIsReadOrAnError) {
  std::mt19937 random(1);
  for (const auto& [name, original] :
       {std::pair<std::string, std::string>{"a.npy", kFile}, {"a.mtx", fixture::kMatrix}})
    for (int i = 0; i < 20'000; ++i) {
      std::string text = original;
      for (std::uint64_t changes = 1 + random() % 3; changes > 0 && !text.empty(); --changes) {
        const std::size_t at = random() % text.size();
        constexpr std::string_view kMeaningful = "0123456789-+.e% \n(){}',:";
        switch (random() % 4) {
          case 0:
            text[at] = static_cast<char>(random() % 256);
            break;
          case 1:
            text[at] = kMeaningful[random() % kMeaningful.size()];
            break;
          case 2:
            text.erase(at, random() % 20);
            break;
          default:
            text.insert(at, text.substr(at, random() % 20));
        }
      }
      try {
        parse_data_file(name, text);
      } catch (const Error&) {
        continue;  // any other exception fails the test
      }
    }
}

}  // namespace
}  // namespace warpledger
