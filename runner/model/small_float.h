#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace warpledger {

struct FloatFormat {
  int exponent_bits = 0;
  int fraction_bits = 0;
  bool has_infinity = true;  ///< if false, codes with the largest exponent are numbers, except the last one, a NaN

  constexpr int least_exponent() const { return 2 - (1 << (exponent_bits - 1)); }  ///< of normal numbers
  constexpr std::uint32_t nan() const { return (1U << (exponent_bits + fraction_bits)) - 1; }
  constexpr std::uint32_t infinity() const { return nan() - (1U << fraction_bits) + 1; }
  constexpr std::uint32_t largest() const { return (has_infinity ? infinity() : nan()) - 1; }
};

/// backend_cuda/buffer_kernels.cpp has the GPU's counterpart.
template <int kExponentBits, int kFractionBits, bool kHasInfinity>
class SmallFloat {
 public:
  static constexpr FloatFormat kFormat{kExponentBits, kFractionBits, kHasInfinity};
  using Bits = std::conditional_t<(kExponentBits + kFractionBits < 8), std::uint8_t, std::uint16_t>;

  SmallFloat() = default;
  /// Rounds to nearest, ties to even. Overflow gives infinity, or NaN if the format has no infinity.
  explicit constexpr SmallFloat(double value) {
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(value);
    const std::uint64_t magnitude = bits & ~kSign64;
    bits_ = static_cast<Bits>((bits & kSign64) != 0 ? kSign | code_of(magnitude) : code_of(magnitude));
  }
  explicit constexpr operator double() const {
    const std::uint32_t code = bits_ & (kSign - 1U);
    const double magnitude = number_of(code);
    return (bits_ & kSign) != 0 ? -magnitude : magnitude;
  }

  constexpr Bits bits() const { return bits_; }
  static constexpr SmallFloat from_bits(Bits bits) {
    SmallFloat number;
    number.bits_ = bits;
    return number;
  }

 private:
  static constexpr std::uint64_t kSign64 = std::uint64_t{1} << 63;
  static constexpr std::uint32_t kSign = 1U << (kExponentBits + kFractionBits);
  static constexpr std::uint64_t kInfinity64 = std::uint64_t{0x7ff} << 52;

  static constexpr double power_of_two(int exponent) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent) << 52);
  }

  static constexpr std::uint32_t code_of(std::uint64_t magnitude) {
    if (magnitude > kInfinity64) return kFormat.nan();
    const int own_exponent = static_cast<int>(magnitude >> 52) - 1023;
    const int exponent = own_exponent < kFormat.least_exponent() ? kFormat.least_exponent() : own_exponent;
    // Otherwise the next lines need a power of two beyond a double's.
    const std::uint32_t beyond = kHasInfinity ? kFormat.infinity() : kFormat.nan();
    if (exponent > 1 << (kExponentBits - 1)) return beyond;
    const double in_quanta = std::bit_cast<double>(magnitude) * power_of_two(kFractionBits - exponent);
    const auto whole = static_cast<std::uint32_t>((in_quanta + 0x1p52) - 0x1p52);  // the sum rounds, ties to even
    const std::uint32_t code =
        (static_cast<std::uint32_t>(exponent - kFormat.least_exponent()) << kFractionBits) + whole;
    return code > kFormat.largest() ? beyond : code;
  }

  static constexpr double number_of(std::uint32_t code) {
    if (code > kFormat.largest())
      return kHasInfinity && code == kFormat.infinity() ? std::numeric_limits<double>::infinity()
                                                        : std::numeric_limits<double>::quiet_NaN();
    constexpr std::uint32_t kOne = 1U << kFractionBits;
    const std::uint32_t exponent = code >> kFractionBits, fraction = code & (kOne - 1);
    const int scale = kFormat.least_exponent() - kFractionBits + (exponent > 0 ? static_cast<int>(exponent) - 1 : 0);
    return static_cast<double>(exponent > 0 ? fraction + kOne : fraction) * power_of_two(scale);
  }

  Bits bits_ = 0;
};

using Float16 = SmallFloat<5, 10, true>;
using BFloat16 = SmallFloat<8, 7, true>;
using Float8E4M3 = SmallFloat<4, 3, false>;
using Float8E5M2 = SmallFloat<5, 2, true>;

template <typename T>
inline constexpr bool kIsSmallFloat = false;
template <int kExponentBits, int kFractionBits, bool kHasInfinity>
inline constexpr bool kIsSmallFloat<SmallFloat<kExponentBits, kFractionBits, kHasInfinity>> = true;

}  // namespace warpledger
