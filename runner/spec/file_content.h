#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/job.h"
#include "spec/data_files.h"
#include "spec/expression.h"
#include "spec/reader.h"
#include "spec/symbols.h"

namespace warpledger {

/// Which array of which file a buffer begins with, or is compared with.
struct FileTemplate {
  std::string name;                 ///< of the file, unless a parameter has it
  std::optional<std::size_t> slot;  ///< of a parameter of type `file`
  std::optional<FilePart> part;     ///< absent: the only array of a .npy file
  std::vector<Expression> shape;    ///< what the file's must be; empty: whatever it is
  Place place;
};

/// {file: NAME, array: PART, shape: [...]}.
FileTemplate read_file_content(const Reader& value, const Symbols& symbols);

/// The file's facts at `values`. Throws Error at the file when it is wrong, and at the template when it has no such
/// array, or one of another shape or number of elements.
const FilePartFacts& find_content(const FileTemplate& content, const Symbols& symbols, std::span<const double> values,
                                  std::int64_t count);

/// Throws Error at the template when `type` cannot hold the array: it is of a file that says another type, but for
/// floating point, which is rounded, or has numbers that `type` does not have.
void check_type(const FileTemplate& content, const FilePartFacts& facts, ElementType type);

}  // namespace warpledger
