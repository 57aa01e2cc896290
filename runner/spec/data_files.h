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

/// Which array of a data file: a .npy file has one, a sparse matrix (.mtx) three.
enum class FilePart { elements, row_offsets, columns, values };

inline constexpr std::array<std::string_view, 4> kFilePartNames = {"elements", "row_offsets", "columns", "values"};

/// What buffers may hold of an array, and what it may be held in.
struct FilePartFacts {
  std::shared_ptr<const FileArray> array;
  bool typed = false;          ///< the file says the type; else it is text
  double least = 0, most = 0;  ///< of its numbers, NaN left out
  bool whole = false;          ///< all of them are
  bool has_nan = false;
  int bits = 0;                 ///< significant ones of whole numbers of text, at most (significant_bits())
  std::size_t widest_line = 0;  ///< of the file, with a number of so many; 0 if no line has it
};

/// A data file, read.
struct DataFile {
  std::string digest;               ///< SHA-256 of the file
  std::vector<std::int64_t> shape;  ///< of a .npy file; of a matrix its rows and columns
  std::int64_t entries = 0;         ///< of a matrix: its non-zeros; of a .npy file: its elements
  std::map<FilePart, FilePartFacts> parts;
};

/// What expressions ask about a file: of an array of more than two dimensions the columns are all but the first.
double rows_of(const DataFile& file);
double columns_of(const DataFile& file);

/// The files with inputs and expected outputs in the folder of a family or of an experiment. Each is read when it is
/// first asked for, and kept. May be used by several threads.
class DataFiles {
 public:
  explicit DataFiles(std::string folder) : folder_(std::move(folder)) {}

  const std::string& folder() const { return folder_; }

  /// Those of the experiment that a family is read for; null before they are told.
  const std::shared_ptr<DataFiles>& of_experiment() const { return of_experiment_; }
  void set_of_experiment(std::shared_ptr<DataFiles> files) { of_experiment_ = std::move(files); }
  /// From here on, the file of that name is the experiment's.
  void take_from_experiment(const std::string& name);

  /// Throws Error at the file, and its line where it has some, when it cannot be read or is wrong.
  const DataFile& get(const std::string& name);

  /// The names and digests of those that were read from this folder.
  std::vector<std::pair<std::string, std::string>> read() const;

 private:
  std::string folder_;
  std::shared_ptr<DataFiles> of_experiment_;
  mutable std::mutex mutex_;
  std::set<std::string> taken_;  ///< names of the experiment's
  std::map<std::string, DataFile> files_;
};

/// What keeps `name` from being that of a data file, or nothing: it ends in .npy or .mtx and leads out of no folder.
std::optional<std::string> problem_of_data_file(const std::string& name);

/// Reads the text of the data file `path`: for DataFiles and tests.
DataFile parse_data_file(const std::string& path, const std::string& text);

}  // namespace warpledger
