#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "spec/family.h"

namespace warpledger {

/// The families of one experiment, in its order. Slots and words' codes are common to all (Symbols::beside), but none
/// sees the others' names. Parameters of one name are of one type.
using Families = std::vector<Family>;

/// Reads one more. Throws Error for one that is there already, and where types of parameters differ.
void add_family(const Library& library, const std::string& name, const ResultNames& taken, Families& families);

/// Kernels whose name several families have are called "family/kernel" from here on, in results as well.
void tell_kernels_apart(Families& families);

/// Where a kernel stands.
struct KernelIndex {
  std::size_t family = 0;  ///< in Families
  std::size_t kernel = 0;  ///< in Family::kernels
  bool operator==(const KernelIndex&) const = default;
};

/// The kernel of that name; of several families also with "family/" before it. Throws Error at `place` with the nearest
/// name, or with the families of which it may be.
KernelIndex find_kernel(const Families& families, const std::string& name, const Place& place);

/// The first family's that has one of that name; null where none has.
const Parameter* find_parameter(std::span<const Family> families, const std::string& name);

/// The value of a parameter of words that `text` at `place` gives. Throws Error unless all of `families` that have the
/// parameter allow it. Of a parameter whose files are the experiment's, the file is one of its values from here on.
Expression word_of(std::span<Family> families, const std::string& parameter, const std::string& text,
                   const Place& place);

}  // namespace warpledger
