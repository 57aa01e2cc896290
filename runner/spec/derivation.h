#pragma once

#include <cstddef>
#include <vector>

#include "spec/expression.h"
#include "spec/symbols.h"

namespace warpledger {

/// A name's value as an expression of other names.
struct Derivation {
  std::size_t slot = 0;
  Expression value;
};

/// `derivations` so that each comes after those it uses. Throws Error that prints the cycle when there is one.
std::vector<Derivation> in_evaluation_order(std::vector<Derivation> derivations, const Symbols& symbols);

}  // namespace warpledger
