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

/// An array of a data file that fills a buffer or that an output is compared with.
struct FileTemplate {
  std::string name;                 ///< of the file, unless `slot` is set
  std::optional<std::size_t> slot;  ///< of a parameter of type `file`
  std::optional<FilePart> part;     ///< absent: the only array of a .npy file
  std::vector<Expression> shape;    ///< required shape; empty: any
  Place place;
};

/// Reads {file: NAME, array: PART, shape: [...]}.
FileTemplate read_file_content(const Reader& value, const Symbols& symbols);

/// Throws Error at an invalid file, or at the template if the array is missing or has another shape or size.
const FilePartFacts& find_content(const FileTemplate& content, const Symbols& symbols, std::span<const double> values,
                                  std::int64_t count);

/// Throws Error at the template if `type` cannot hold the array's numbers, or its file states another type;
/// floating-point types are converted.
void check_type(const FileTemplate& content, const FilePartFacts& facts, ElementType type);

}  // namespace warpledger
