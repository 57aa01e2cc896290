#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "model/cell_format.h"

namespace warpledger {

/// The length of a bar where no line's end gives one; it is what the rows of the assignments leave of 80 columns.
inline constexpr std::size_t kBarLength = 33;

/// A bar graph of at most `length` characters: each part reaches as far right as its fraction of `length`, the smaller
/// ones in front. A part beyond `length` makes the last character '>'.
std::string draw_bar(std::span<const BarPart> parts, std::size_t length);

/// "+0.123 -0.400 *0.500": the characters and the fractions they stand for, for a program to read.
std::string bar_in_numbers(std::span<const BarPart> parts);

}  // namespace warpledger
