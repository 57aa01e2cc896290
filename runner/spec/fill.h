#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/job.h"
#include "spec/expression.h"
#include "spec/reader.h"

namespace warpledger {

/// A Fill whose numbers may be expressions.
struct FillTemplate {
  Fill::Kind kind = Fill::Kind::uniform;
  std::vector<Expression> numbers;  ///< as many as the kind has
  std::string text;                 ///< as written: "uniform(0, n - 1)"
  Place place;

  bool is_constant() const;  ///< its numbers use no names
  Fill resolve(std::span<const double> values) const;
  /// Throws Error when the numbers of `fill`, which this gave, make no sense, or `type` cannot hold them. `count` is
  /// the buffer's elements; 0: not known yet.
  void check(const Fill& fill, ElementType type, double count) const;
};

/// Whether another seed gives other numbers.
bool is_seeded(Fill::Kind kind);

/// "uniform(a, b)", "normal(mean, sd)", "constant(v)", "index", "permutation" or "sorted(a, b)".
FillTemplate read_fill(const Reader& value, const Symbols& symbols);

}  // namespace warpledger
