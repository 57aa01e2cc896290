#include "spec/npy.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <charconv>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "base/error.h"

namespace warpledger {
namespace {

constexpr const char* kSaveAgain = "write it with numpy.save";

[[noreturn]] void fail_header(const std::string& problem) {
  throw Error("the header of this .npy file is damaged: " + problem, kSaveAgain);
}

/// NumPy's type names, without byte order.
constexpr std::array<std::pair<std::string_view, ElementType>, 12> kNpyTypes = {{{"i1", ElementType::i8},
                                                                                 {"u1", ElementType::u8},
                                                                                 {"i2", ElementType::i16},
                                                                                 {"u2", ElementType::u16},
                                                                                 {"i4", ElementType::i32},
                                                                                 {"u4", ElementType::u32},
                                                                                 {"i8", ElementType::i64},
                                                                                 {"u8", ElementType::u64},
                                                                                 {"f2", ElementType::f16},
                                                                                 {"f4", ElementType::f32},
                                                                                 {"f8", ElementType::f64},
                                                                                 {"b1", ElementType::boolean}}};

ElementType type_named(const std::string& descr) {
  if (descr.size() == 3 && descr[0] == '>')
    throw Error(fmt::format("the elements of this .npy file are big-endian ({})", descr),
                fmt::format("convert them: a.astype('<{}')", descr.substr(1)));
  // NumPy writes | for single bytes, which have no byte order.
  const bool known_order = descr.size() == 3 && (descr[0] == '<' || descr[0] == '|');
  for (const auto& [name, type] : kNpyTypes)
    if (known_order && descr.substr(1) == name && (descr[0] == '<' || name[1] == '1')) return type;
  throw Error(fmt::format("the elements of this .npy file have the type '{}', which no buffer has", descr),
              "convert them with astype: to float32, for example");
}

/// Parses the header, a Python literal: {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }
class HeaderReader {
 public:
  explicit HeaderReader(std::string_view text) : text_(text) {}

  void read() {
    expect('{');
    while (!take('}')) {
      const std::string key = quoted();
      expect(':');
      read_value(key);
      if (!keys_.insert(key).second) fail_header(fmt::format("'{}' appears twice", key));
      if (take('}')) break;
      expect(',');
    }
    skip_blanks();
    if (at_ != text_.size()) fail_header("there is text behind its dictionary");
    for (const char* key : {"descr", "fortran_order", "shape"})
      if (!keys_.contains(key)) fail_header(fmt::format("'{}' is missing", key));
  }

  const std::string& descr() const { return descr_; }
  bool fortran_order() const { return fortran_order_; }
  const std::vector<std::int64_t>& shape() const { return shape_; }

 private:
  void read_value(const std::string& key) {
    if (key == "descr") {
      if (peek() == '[')
        throw Error("the elements of this .npy file are structures", "save each field as a file of its own");
      descr_ = quoted();
    } else if (key == "fortran_order") {
      fortran_order_ = boolean();
    } else if (key == "shape") {
      read_shape();
    } else {
      fail_header(fmt::format("unknown key '{}'", key));
    }
  }

  void skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  char peek() {
    skip_blanks();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char c) {
    if (at_ >= text_.size() || peek() != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) fail_header(fmt::format("expected '{}' at byte {} of the dictionary", c, at_));
  }

  std::string quoted() {
    const char quote = peek();
    if (quote != '\'' && quote != '"') fail_header(fmt::format("expected a text at byte {} of the dictionary", at_));
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) fail_header("a quote is not closed");
    std::string text(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return text;
  }

  bool boolean() {
    peek();
    for (const bool value : {true, false}) {
      const std::string_view word = value ? "True" : "False";
      if (!text_.substr(std::min(at_, text_.size())).starts_with(word)) continue;
      at_ += word.size();
      return value;
    }
    fail_header("'fortran_order' is neither True nor False");
  }

  void read_shape() {
    expect('(');
    while (!take(')')) {
      peek();
      std::int64_t extent = 0;
      const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), extent);
      if (error != std::errc() || extent < 0) fail_header("an extent of 'shape' is no number");
      at_ = static_cast<std::size_t>(end - text_.data());
      shape_.push_back(extent);
      if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // Python 2 writes (6L,)
      if (take(')')) return;
      expect(',');
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::set<std::string> keys_;
  std::string descr_;
  bool fortran_order_ = false;
  std::vector<std::int64_t> shape_;
};

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i > 0; --i) value = value << 8 | static_cast<unsigned char>(bytes[i - 1]);
  return value;
}

/// Returns the dictionary, and the offset of the elements.
std::pair<std::string_view, std::size_t> dictionary_of(std::string_view text) {
  constexpr std::string_view kMagic = "\x93NUMPY";
  constexpr std::size_t kVersionEnd = 8;
  if (!text.starts_with(kMagic)) throw Error("this is no .npy file: it does not begin as one", kSaveAgain);
  if (text.size() < kVersionEnd) fail_header("the file ends in it");
  const int major = static_cast<unsigned char>(text[6]), minor = static_cast<unsigned char>(text[7]);
  if (major < 1 || major > 3 || minor != 0)
    throw Error(fmt::format("this .npy file has format version {}.{}", major, minor),
                "versions 1.0, 2.0 and 3.0 can be read; " + std::string(kSaveAgain));
  const std::size_t length_bytes = major == 1 ? 2 : 4;
  const std::size_t start = kVersionEnd + length_bytes;
  if (text.size() < start) fail_header("the file ends in it");
  const std::uint64_t length = little_endian(text.substr(kVersionEnd, length_bytes));
  if (length > text.size() - start) fail_header("the file ends in it");
  return {text.substr(start, length), start + length};
}

/// Returns the product unless it exceeds the size of any file.
std::optional<std::int64_t> product(const std::vector<std::int64_t>& shape) {
  std::int64_t count = 1;
  for (const std::int64_t extent : shape) {
    if (extent > 0 && count > std::numeric_limits<std::int64_t>::max() / 8 / extent) return std::nullopt;
    count *= extent;
  }
  return count;
}

}  // namespace

NpyHeader read_npy_header(std::string_view text) {
  const auto [dictionary, data_offset] = dictionary_of(text);
  HeaderReader reader(dictionary);
  reader.read();
  NpyHeader header{.type = type_named(reader.descr()), .shape = reader.shape(), .data_offset = data_offset};
  if (reader.fortran_order() && header.shape.size() > 1)
    throw Error("the elements of this .npy file are in Fortran order (column by column)",
                "save numpy.ascontiguousarray(a)");
  const auto count = product(header.shape);
  const std::uint64_t bytes = text.size() - data_offset;
  if (!count || static_cast<std::uint64_t>(*count) * facts_of(header.type).bytes != bytes)
    throw Error(fmt::format("this .npy file has {} bytes of elements, but its header announces {}", bytes,
                            count ? fmt::format("{}", static_cast<std::uint64_t>(*count) * facts_of(header.type).bytes)
                                  : std::string("more than any file has")),
                "it is cut off or damaged; " + std::string(kSaveAgain));
  header.count = *count;
  return header;
}

}  // namespace warpledger
