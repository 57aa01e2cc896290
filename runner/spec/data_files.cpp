#include "spec/data_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "model/digest.h"
#include "model/small_float.h"
#include "spec/file_pattern.h"
#include "spec/matrix_market.h"
#include "spec/npy.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

/// An array of this size fits into a message to a worker. Text takes up to three times the size of its numbers.
constexpr std::uintmax_t kMostNpyBytes = std::uintmax_t{512} << 20;
constexpr std::uintmax_t kMostMatrixBytes = std::uintmax_t{1536} << 20;

bool is_matrix(const std::string& name) { return name.ends_with(".mtx"); }

template <class T>
void look_at(std::span<const std::byte> bytes, FilePartFacts& facts) {
  facts.whole = true;
  facts.least = std::numeric_limits<double>::infinity();
  facts.most = -facts.least;
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(T)) {
    T element;
    std::memcpy(&element, bytes.data() + at, sizeof element);
    const auto number = static_cast<double>(element);
    if constexpr (std::is_same_v<T, std::int64_t>) facts.bits = std::max(facts.bits, significant_bits(element));
    facts.has_nan = facts.has_nan || std::isnan(number);
    facts.whole = facts.whole && number == std::floor(number);
    facts.least = std::min(facts.least, number);
    facts.most = std::max(facts.most, number);
  }
}

void look_at(FilePartFacts& facts) {
  const std::span<const std::byte> bytes = facts.array->bytes;
  switch (facts.array->type) {
    case ElementType::f16:
      return look_at<Float16>(bytes, facts);
    case ElementType::f32:
      return look_at<float>(bytes, facts);
    case ElementType::f64:
      return look_at<double>(bytes, facts);
    case ElementType::i64:
      return look_at<std::int64_t>(bytes, facts);
    case ElementType::boolean:
      return look_at<std::uint8_t>(bytes, facts);
    default:  // typed files are only accepted by buffers of the same type
      facts.whole = true;
      facts.least = facts_of(facts.array->type).least;
      facts.most = facts_of(facts.array->type).most;
  }
}

void add_part(DataFile& file, FilePart part, ElementType type, std::span<const std::byte> bytes) {
  FilePartFacts& facts = file.parts[part];
  facts.array = std::make_shared<const FileArray>(
      FileArray{.digest = fmt::format("{}:{}", file.digest, kFilePartNames.at(static_cast<std::size_t>(part))),
                .type = type,
                .bytes = {bytes.begin(), bytes.end()}});
  look_at(facts);
}

void read_npy(const std::string& path, const std::string& text, DataFile& file) try {
  const NpyHeader header = read_npy_header(text);
  file.shape = header.shape;
  file.entries = header.count;
  add_part(file, FilePart::elements, header.type, std::as_bytes(std::span(text)).subspan(header.data_offset));
  file.parts[FilePart::elements].typed = true;
  if (header.type == ElementType::boolean && file.parts[FilePart::elements].most > 1)
    throw Error("this .npy file of type bool has bytes other than 0 and 1", "write it with numpy.save");
} catch (const Error& error) {
  throw Error({.file = path}, error.problem(), error.hint());
}

void read_matrix(const std::string& path, const std::string& text, DataFile& file) {
  const CsrMatrix matrix = read_matrix_market(path, text);
  file.shape = {matrix.rows, matrix.columns};
  file.entries = static_cast<std::int64_t>(matrix.column_indices.size());
  add_part(file, FilePart::row_offsets, ElementType::i64, std::as_bytes(std::span(matrix.offsets)));
  add_part(file, FilePart::columns, ElementType::i64, std::as_bytes(std::span(matrix.column_indices)));
  if (matrix.whole_values.empty()) {
    add_part(file, FilePart::values, ElementType::f64, std::as_bytes(std::span(matrix.values)));
  } else {
    add_part(file, FilePart::values, ElementType::i64, std::as_bytes(std::span(matrix.whole_values)));
    file.parts[FilePart::values].widest_line = matrix.widest_line;
  }
}

}  // namespace

DataFile parse_data_file(const std::string& path, const std::string& text) {
  DataFile file{.digest = sha256(text), .shape = {}, .parts = {}};
  if (is_matrix(path))
    read_matrix(path, text, file);
  else
    read_npy(path, text, file);
  return file;
}

double rows_of(const DataFile& file) { return file.shape.empty() ? 1 : static_cast<double>(file.shape.front()); }

double columns_of(const DataFile& file) {
  double columns = 1;
  for (std::size_t i = 1; i < file.shape.size(); ++i) columns *= static_cast<double>(file.shape[i]);
  return columns;
}

std::optional<std::string> problem_of_data_file(const std::string& name) {
  const fs::path path = name;
  if (path.is_absolute() || std::ranges::count(path, "..") > 0) return "it leads out of its folder";
  if (!name.ends_with(".npy") && !is_matrix(name)) return "it ends neither in .npy nor in .mtx";
  return std::nullopt;
}

void DataFiles::take_from_experiment(const std::string& name) {
  const std::lock_guard lock(mutex_);
  taken_.insert(name);
}

const DataFile& DataFiles::get(const std::string& name) {
  const std::lock_guard lock(mutex_);
  if (taken_.contains(name)) {
    if (leads_out(of_experiment_->folder(), name))
      throw Error({.file = of_experiment_->folder() + "/" + name}, "this file is outside the experiment's folder",
                  "links may not lead there: put the file, or its folder, beside the experiment");
    return of_experiment_->get(name);
  }
  if (const auto known = files_.find(name); known != files_.end()) return known->second;
  const std::string path = folder_ + "/" + name;
  std::error_code failure;
  const bool is_file = fs::is_regular_file(path, failure);
  const std::uintmax_t bytes = is_file ? fs::file_size(path, failure) : 0;
  if (!is_file || failure) throw Error({.file = path}, "no such file", "add it, or correct its name");
  const std::uintmax_t most = is_matrix(name) ? kMostMatrixBytes : kMostNpyBytes;
  if (bytes > most)
    throw Error({.file = path}, fmt::format("this file has {}", human_bytes(static_cast<std::int64_t>(bytes))),
                fmt::format("data files have at most {}", human_bytes(static_cast<std::int64_t>(most))));
  return files_[name] = parse_data_file(path, read_file(path));
}

std::vector<std::pair<std::string, std::string>> DataFiles::read() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::pair<std::string, std::string>> list;
  for (const auto& [name, file] : files_) list.emplace_back(name, file.digest);
  return list;
}

}  // namespace warpledger
