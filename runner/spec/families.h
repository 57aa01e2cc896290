#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "spec/family.h"

namespace warpledger {

/// Families of one experiment. They share slots and word codes (Symbols::beside), but do not see each other's names.
/// Equally named parameters have the same type.
using Families = std::vector<Family>;

/// Throws Error if the family is already present or a parameter's type differs from another family's.
void add_family(const Library& library, const std::string& name, const ResultNames& taken, Families& families);

/// Renames kernels that several families define to "family/kernel", in results as well.
void tell_kernels_apart(Families& families);

struct KernelIndex {
  std::size_t family = 0;  ///< index in Families
  std::size_t kernel = 0;  ///< index in Family::kernels
  bool operator==(const KernelIndex&) const = default;
};

/// With several families, `name` may be "family/kernel". Throws Error at `place` with the nearest name or the possible
/// families.
KernelIndex find_kernel(const Families& families, const std::string& name, const Place& place);

/// Returns the first match; null if there is none.
const Parameter* find_parameter(std::span<const Family> families, const std::string& name);

/// Returns the value `text` of a word parameter. Throws Error at `place` unless all `families` that have the parameter
/// allow it. If the experiment provides its files, adds `text` to them.
Expression word_of(std::span<Family> families, const std::string& parameter, const std::string& text,
                   const Place& place);

}  // namespace warpledger
