#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/job.h"
#include "spec/expression.h"
#include "spec/reader.h"

namespace warpledger {

/// A Fill with unevaluated numbers.
struct FillTemplate {
  Fill::Kind kind = Fill::Kind::uniform;
  std::vector<Expression> numbers;  ///< parameters of the distribution
  std::string text;                 ///< as written: "uniform(0, n - 1)"
  Place place;

  bool is_constant() const;  ///< True if its numbers use no names.
  Fill resolve(std::span<const double> values) const;
  /// Throws Error if the numbers of `fill`, a result of resolve(), are inconsistent or exceed `type`. `count`:
  /// elements; 0 if not known yet.
  void check(const Fill& fill, ElementType type, double count) const;
};

/// True if the seed changes the content.
bool is_seeded(Fill::Kind kind);

/// Reads "uniform(a, b)", "normal(mean, sd)", "constant(v)", "index", "permutation" or "sorted(a, b)".
FillTemplate read_fill(const Reader& value, const Symbols& symbols);

}  // namespace warpledger
