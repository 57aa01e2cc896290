#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/file_array.h"

namespace warpledger {

/// A .npy file has only `elements`, a sparse matrix (.mtx) the other three.
enum class FilePart { elements, row_offsets, columns, values };

inline constexpr std::array<std::string_view, 4> kFilePartNames = {"elements", "row_offsets", "columns", "values"};

/// An array and the facts that decide which types can hold it.
struct FilePartFacts {
  std::shared_ptr<const FileArray> array;
  bool typed = false;          ///< the file states the element type (.npy)
  double least = 0, most = 0;  ///< of its numbers, ignoring NaN
  bool whole = false;          ///< all numbers are integers
  bool has_nan = false;
  int bits = 0;                 ///< most significant_bits() of an integer from a text file
  std::size_t widest_line = 0;  ///< line of the first number with that many `bits`; 0 if unknown
};

struct DataFile {
  std::string digest;               ///< SHA-256
  std::vector<std::int64_t> shape;  ///< a matrix has rows and columns
  std::int64_t entries = 0;         ///< non-zeros of a matrix, elements of a .npy file
  std::map<FilePart, FilePartFacts> parts;
};

/// Values of file_rows() and file_columns() in expressions. The columns are the product of all dimensions except the
/// first.
double rows_of(const DataFile& file);
double columns_of(const DataFile& file);

/// Input and expected-output files in the folder of a family or experiment, read on first use and cached. Thread-safe,
/// except for set_of_experiment().
class DataFiles {
 public:
  explicit DataFiles(std::string folder) : folder_(std::move(folder)) {}

  const std::string& folder() const { return folder_; }

  /// Files of the experiment that loaded the family; null until set.
  const std::shared_ptr<DataFiles>& of_experiment() const { return of_experiment_; }
  void set_of_experiment(std::shared_ptr<DataFiles> files) { of_experiment_ = std::move(files); }
  /// From now on, get(name) returns the experiment's file.
  void take_from_experiment(const std::string& name);

  /// Throws Error at the file if it is missing, too large or malformed.
  const DataFile& get(const std::string& name);

  /// Returns names and digests of the files read so far from this folder.
  std::vector<std::pair<std::string, std::string>> read() const;

 private:
  std::string folder_;
  std::shared_ptr<DataFiles> of_experiment_;
  mutable std::mutex mutex_;
  std::set<std::string> taken_;  ///< names that the experiment provides
  std::map<std::string, DataFile> files_;
};

/// Returns why `name` cannot be a data file: it must end in .npy or .mtx and stay in its folder.
std::optional<std::string> problem_of_data_file(const std::string& name);

/// For DataFiles and tests.
DataFile parse_data_file(const std::string& path, const std::string& text);

}  // namespace warpledger
