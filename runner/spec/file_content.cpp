#include "spec/file_content.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/text.h"

namespace warpledger {
namespace {

std::string name_at(const FileTemplate& content, const Symbols& symbols, std::span<const double> values) {
  return content.slot ? symbols.words().at(static_cast<std::size_t>(values[*content.slot])) : content.name;
}

const std::vector<std::string>& part_names() {
  static const std::vector<std::string> names = {kFilePartNames.begin() + 1, kFilePartNames.end()};
  return names;
}

std::string shape_text(const std::vector<std::int64_t>& shape) {
  std::vector<std::string> extents;
  for (const std::int64_t extent : shape) extents.push_back(std::to_string(extent));
  return fmt::format("[{}]", join(extents));
}

void check_shape(const FileTemplate& content, const std::string& name, const DataFile& file,
                 std::span<const double> values) {
  if (content.shape.empty()) return;
  std::vector<std::int64_t> wanted;
  for (const Expression& extent : content.shape) wanted.push_back(extent.whole(values, "shape"));
  if (wanted != file.shape)
    throw Error(content.place,
                fmt::format("{} has the shape {}, not {}", name, shape_text(file.shape), shape_text(wanted)),
                "correct the file or the expressions");
}

}  // namespace

FileTemplate read_file_content(const Reader& value, const Symbols& symbols) {
  value.expect(kFileKeys);
  FileTemplate content{.name = {}, .place = value.place()};
  value.with("file", [&](const Reader& file) {
    content.name = file.text();
    content.slot = symbols.find(content.name);
    if (content.slot && symbols.values_of(*content.slot) != Symbols::Values::files)
      file.fail(fmt::format("the parameter '{}' has no type `file`", content.name), "name a file, or such a parameter");
    if (const auto problem = problem_of_data_file(content.name); problem && !content.slot)
      file.fail(fmt::format("'{}' is no data file: {}", clipped(content.name), *problem),
                "name a .npy or .mtx file in the family's folder, or a parameter of type `file`");
  });
  value.with("array", [&](const Reader& array) {
    content.part = static_cast<FilePart>(1 + array.word("array", part_names()));
    if (!content.slot && content.name.ends_with(".npy")) array.fail("a .npy file has one array", "remove `array`");
  });
  value.with("shape", [&](const Reader& shape) {
    for (const Reader& extent : shape.items()) content.shape.push_back(extent.expression(symbols));
  });
  if (!content.part && !content.slot && content.name.ends_with(".mtx"))
    value.fail("a matrix has several arrays, and this does not say which one",
               "add `array`: " + join(part_names(), ", "));
  return content;
}

const FilePartFacts& find_content(const FileTemplate& content, const Symbols& symbols, std::span<const double> values,
                                  std::int64_t count) {
  const std::string name = name_at(content, symbols, values);
  const DataFile& file = symbols.files()->get(name);
  const auto part = file.parts.find(content.part.value_or(FilePart::elements));
  if (part == file.parts.end())
    throw Error(content.place,
                content.part ? fmt::format("{} is no matrix: it has one array", name)
                             : fmt::format("{} is a matrix with several arrays", name),
                content.part ? "remove `array`" : "add `array`: " + join(part_names(), ", "));
  check_shape(content, name, file, values);
  const FilePartFacts& facts = part->second;
  const auto elements = static_cast<std::int64_t>(facts.array->bytes.size() / facts_of(facts.array->type).bytes);
  if (elements != count)
    throw Error(content.place,
                fmt::format("{} has {} elements here, but the buffer has {}", name, with_thousands(elements),
                            with_thousands(count)),
                "the buffer's count must be that of the file: file_rows(p), file_columns(p) and file_nonzeros(p) of a "
                "parameter p of type `file` tell it");
  return facts;
}

void check_type(const FileTemplate& content, const FilePartFacts& facts, ElementType type) {
  const ElementTypeFacts& of_file = facts_of(facts.array->type);
  const ElementTypeFacts& of_buffer = facts_of(type);
  if (facts.array->type == type) return;
  if (facts.typed && !(of_file.floating && of_buffer.floating))
    throw Error(content.place,
                fmt::format("the elements of the file are {}, those of the buffer {}", of_file.name, of_buffer.name),
                "give both the same type; floating-point elements are rounded to another floating-point type");
  const bool has_numbers = facts.least <= facts.most;  // otherwise all are NaN
  const bool holds = !has_numbers || (facts.least >= of_buffer.least && facts.most <= of_buffer.most);
  if (!holds || (!of_buffer.floating && !facts.whole))
    throw Error(content.place,
                fmt::format("{} cannot represent all numbers of the file, which are from {} to {}", of_buffer.name,
                            facts.least, facts.most),
                "write a type that can");
  // Integers from text must be represented exactly.
  const int bits_of_buffer = of_buffer.floating ? 1 - std::ilogb(of_buffer.ulp) : 64;
  if (!facts.typed && facts.array->type == ElementType::i64 && facts.bits > bits_of_buffer)
    throw Error(content.place,
                fmt::format("{} cannot represent all integers of the file exactly: it has {} significant bits, and {} "
                            "of them are needed{}",
                            of_buffer.name, bits_of_buffer, facts.bits,
                            facts.widest_line > 0 ? fmt::format(" in line {}", facts.widest_line) : ""),
                "write a type that can, or real in the file's first line to have its numbers rounded");
}

}  // namespace warpledger
