#include "run/line_reader.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "base/error.h"

namespace warpledger {
namespace {

const std::function<bool()> kNoStop = [] { return false; };

/// A closed pipe that holds `text`.
class Pipe {
 public:
  explicit Pipe(const std::string& text) {
    if (pipe(ends_.data()) != 0) ADD_FAILURE();
    writer_ = std::thread([this, text] {
      for (std::size_t at = 0; at < text.size();) {
        const ssize_t count = write(ends_[1], text.data() + at, text.size() - at);
        if (count <= 0) break;
        at += static_cast<std::size_t>(count);
      }
      close(ends_[1]);
    });
  }
  ~Pipe() {
    writer_.join();
    close(ends_[0]);
  }
  int end() const { return ends_[0]; }

 private:
  std::array<int, 2> ends_{};
  std::thread writer_;
};

TEST(LineReaderTest, GivesLinesAndALastOneWithoutANewline) {
  const Pipe pipe("one\n\nthree");
  LineReader lines(pipe.end());
  EXPECT_EQ(lines.next(kNoStop), "one");
  EXPECT_EQ(lines.next(kNoStop), "");
  EXPECT_EQ(lines.next(kNoStop), "three");
  EXPECT_EQ(lines.next(kNoStop), std::nullopt);
}

TEST(LineReaderTest, PassesOverALineThatIsTooLong) {
  const Pipe pipe(std::string(3 * LineReader::kLongest_bytes, 'x') + "\nnext\n");
  LineReader lines(pipe.end());
  EXPECT_THROW(lines.next(kNoStop), Error);
  EXPECT_EQ(lines.next(kNoStop), "next");
  EXPECT_EQ(lines.next(kNoStop), std::nullopt);
}

TEST(LineReaderTest, EndsWhenAStopIsAskedFor) {
  const Pipe pipe("one\n");
  LineReader lines(pipe.end());
  EXPECT_EQ(lines.next([] { return true; }), std::nullopt);
}

}  // namespace
}  // namespace warpledger
