#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "model/metric.h"
#include "model/program.h"

namespace warpledger {

enum class ElementType { i32, u32, i64, u64, f32, f64, f16, bf16, f8e4m3, f8e5m2, i8, u8, i16, u16, boolean };

struct ElementTypeFacts {
  std::string_view name;
  std::size_t bytes;
  bool floating;
  std::string_view cpp;  ///< spelling in CUDA C++
  double least, most;    ///< finite
  double ulp;            ///< from 1 to the next larger number; 0 for integers, which are exact
  double smallest;       ///< positive
};

// 16-bit types are those of <cuda_fp16.h> and <cuda_bf16.h>, 8-bit ones of <cuda_fp8.h> (OCP 8-bit Floating Point
// Specification 1.0: E4M3 has no infinity).
inline constexpr std::array<ElementTypeFacts, 15> kElementTypes = {{
    {"i32", 4, false, "int", -0x1p31, 0x1p31 - 1, 0, 1},
    {"u32", 4, false, "unsigned int", 0, 0x1p32 - 1, 0, 1},
    {"i64", 8, false, "long long", -0x1p63, 0x1p63 - 1024, 0, 1},
    {"u64", 8, false, "unsigned long long", 0, 0x1p64 - 2048, 0, 1},
    {"f32", 4, true, "float", -0x1.fffffep127, 0x1.fffffep127, 0x1p-23, 0x1p-149},
    {"f64", 8, true, "double", -0x1.fffffffffffffp1023, 0x1.fffffffffffffp1023, 0x1p-52, 0x1p-1074},
    {"f16", 2, true, "__half", -65504, 65504, 0x1p-10, 0x1p-24},
    {"bf16", 2, true, "__nv_bfloat16", -0x1.fep127, 0x1.fep127, 0x1p-7, 0x1p-133},
    {"f8e4m3", 1, true, "__nv_fp8_e4m3", -448, 448, 0x1p-3, 0x1p-9},
    {"f8e5m2", 1, true, "__nv_fp8_e5m2", -57344, 57344, 0x1p-2, 0x1p-16},
    {"i8", 1, false, "signed char", -128, 127, 0, 1},
    {"u8", 1, false, "unsigned char", 0, 255, 0, 1},
    {"i16", 2, false, "short", -32768, 32767, 0, 1},
    {"u16", 2, false, "unsigned short", 0, 65535, 0, 1},
    {"bool", 1, false, "bool", 0, 1, 0, 1},
}};

constexpr const ElementTypeFacts& facts_of(ElementType type) {
  return kElementTypes.at(static_cast<std::size_t>(type));
}

constexpr std::optional<ElementType> element_type_named(std::string_view name) {
  for (std::size_t i = 0; i < kElementTypes.size(); ++i)
    if (kElementTypes.at(i).name == name) return static_cast<ElementType>(i);
  return std::nullopt;
}

enum class Role { in, out, inout, scratch };

constexpr bool is_class(ElementType type) { return facts_of(type).floating && facts_of(type).bytes < sizeof(float); }

/// Initial content of a buffer. Seeded fills depend only on job seed, buffer name and index.
struct Fill {
  enum class Kind {
    uniform,
    normal,
    constant,
    index,
    permutation,  ///< each of 0 to count - 1 once
    sorted,       ///< uniform, ascending
    file,         ///< BufferSpec::content
    kernel,       ///< BufferSpec::maker
  } kind = Kind::uniform;
  double a = -1;  ///< uniform, sorted: lower end; normal: mean; constant: the value
  double b = 1;   ///< uniform, sorted: upper end; normal: standard deviation
};

/// Allowed error of an output. With norm = 0, at least the fraction `matched` of its elements must satisfy |got -
/// expected| <= abs + rel * |expected|; an infinite element must be equal. With norm > 0, the relative L2 error
/// sqrt(sum (got - expected)^2 / sum expected^2) must be at most `norm`.
struct Tolerance {
  double abs = 0;
  double rel = 0;
  std::string because;  ///< shown when a check fails
  double matched = 1;
  double norm = 0;

  bool is_by_element() const { return norm <= 0; }
};

struct FillProgram;

struct BufferSpec {
  std::string name;
  ElementType type = ElementType::f32;
  std::int64_t count = 0;
  Role role = Role::in;
  Fill fill;                 ///< of in and inout
  Tolerance tolerance;       ///< of out and inout
  std::string content = {};  ///< digest of FileArray or `maker`; empty for other fills
  std::string golden = {};   ///< FileArray::digest of the expected result; empty: from the reference
  bool unordered = false;    ///< compared after sorting
  bool compared = true;      ///< false: an output that this kernel does not write
  std::shared_ptr<const FillProgram> maker = {};  ///< of fill `kernel`
};

struct FileArray;

/// Scalar argument in the machine's layout.
struct Scalar {
  ElementType type = ElementType::i32;
  std::array<std::byte, 8> bytes{};
};

/// Element `offset` of a buffer in Job::buffers, or null.
struct BufferIndex {
  std::size_t index = 0;
  std::int64_t offset = 0;

  static constexpr std::size_t kNull = static_cast<std::size_t>(-1);
  bool is_null() const { return index == kNull; }
};

/// CUtensorMap argument: the copy engine copies boxes of a buffer. Elements outside the tensor read as 0 and are not
/// written.
struct TensorMap {
  BufferIndex base;  ///< offset in bytes
  ElementType type = ElementType::f32;
  std::vector<std::int64_t> sizes;    ///< elements, innermost dimension first
  std::vector<std::int64_t> strides;  ///< bytes, without the innermost dimension
  std::vector<std::int64_t> box;      ///< elements that one copy moves
  std::int64_t swizzle = 0;           ///< bytes; 0: none
  std::int64_t l2_promotion = 0;      ///< bytes; 0: none
};

/// Struct argument in the machine's layout. Addresses are filled in at launch.
struct StructValue {
  struct Pointer {
    std::size_t at = 0;  ///< offset in `bytes`
    BufferIndex to;
  };

  std::vector<std::byte> bytes;
  std::vector<Pointer> pointers;
};

using Argument = std::variant<BufferIndex, Scalar, TensorMap, StructValue>;

inline bool points_into(const Argument& argument, std::size_t buffer) {
  if (const auto* value = std::get_if<StructValue>(&argument))
    return std::ranges::count(value->pointers, buffer, [](const auto& p) { return p.to.index; }) > 0;
  if (const auto* map = std::get_if<TensorMap>(&argument)) return map->base.index == buffer;
  const auto* pointer = std::get_if<BufferIndex>(&argument);
  return pointer != nullptr && pointer->index == buffer;
}

struct Extent {
  std::uint32_t x = 1, y = 1, z = 1;
  std::uint64_t volume() const { return std::uint64_t{x} * y * z; }
};

struct LaunchAttributes {
  Extent cluster = {};        ///< in blocks; volume 1: no cluster
  bool cooperative = false;   ///< all blocks run at the same time, so the grid can synchronize
  bool programmatic = false;  ///< may overlap the previous timed launch; not of the first

  bool has_cluster() const { return cluster.volume() > 1; }
  bool any() const { return cooperative || programmatic || has_cluster(); }
};

struct Launch {
  std::string function;  ///< C++ name expression: "norm_group<32,8>"
  std::vector<Argument> arguments;
  Extent grid;
  Extent block;
  std::uint32_t shared_bytes = 0;  ///< dynamic
  bool prepare = false;            ///< runs before timing starts
  bool after = false;              ///< runs after timing, before checks
  LaunchAttributes attributes = {};
};

/// Kernel that computes a buffer's initial content. Its arguments are the buffer, the job's seed as an unsigned long
/// long, then the launch's arguments (numbers). The result depends on nothing else.
struct FillProgram {
  Program program;
  Launch launch;
};

/// In the device's layout.
struct Constant {
  std::string symbol;
  std::vector<std::byte> bytes = {};
  std::optional<std::size_t> buffer = {};  ///< whose initial content the bytes are
};

/// Plain kernels in double precision that compute the expected outputs. `out` and `scratch` buffers are poisoned arrays
/// of double, `inout` buffers their initial content as double; `in` buffers are passed unchanged. If files hold all
/// expected outputs (BufferSpec::golden), there are no launches, and the text names the files.
struct Reference {
  Program program;
  std::vector<Launch> launches;

  bool is_kernel() const { return !launches.empty(); }
};

/// State of L2 before each sample. Unknown only for imported results.
enum class Cache { warm, cold, unknown };

constexpr Cache other_than(Cache cache) { return cache == Cache::warm ? Cache::cold : Cache::warm; }

/// Additional clock for a point.
enum class OtherClock {
  activity,  ///< hardware timestamps of a kernel, recorded by CUPTI
  batch,     ///< mean of back-to-back launches between two events
};

inline constexpr std::array<std::string_view, 2> kOtherClockNames = {"activity", "batch"};

constexpr std::string_view name_of(OtherClock clock) { return kOtherClockNames.at(static_cast<std::size_t>(clock)); }

struct Quantity {
  enum class Kind {
    parameter,  ///< used by the kernel: d_l, n_l, grp_size
    axis,       ///< other names: input_mib, or an unused parameter
    launch,     ///< geometry of the first timed launch; kResolved
    work,       ///< elements, fmas, ideal_read_bytes, ideal_write_bytes
  } kind = Kind::parameter;
  std::string name;
  double value = 0;
  std::string word = {};  ///< instead of `value`: "f16", or a grid's "8x8"
};

inline constexpr std::array<std::string_view, 4> kQuantityKinds = {"parameter", "axis", "launch", "work"};

struct Measure {
  Cache cache = Cache::warm;
  int min_samples = 10;
  int max_samples = 100;             ///< 0: verified but not timed
  double max_relative_error = 0.01;  ///< of the median; sampling stops below it
  double resolve = 0;                ///< relative; difference from an identical run to resolve; 0: none
  double time_limit_s = 10;          ///< per point
  bool both_caches = false;          ///< also in the other cache state
  std::vector<OtherClock> clocks;    ///< each at most once

  bool timed() const { return max_samples > 0; }
};

/// A resolved grid point: all that a worker needs. No paths, no expressions.
struct Job {
  std::int64_t ordinal = 0;  ///< from 0
  std::string key;           ///< SHA-256 in hex; equal keys are the same measurement of the same source
  std::string family;
  std::string kernel;
  std::string instance;  ///< "norm_group<32,8>"
  std::string identity;  ///< the same on every device (plan/identity.h): "norm_group d_l=32 n_l=147456 blocks=1/SM"
  std::vector<Quantity> quantities;
  Program program;
  std::vector<BufferSpec> buffers;
  std::vector<Constant> constants;
  std::vector<Launch> launches;
  bool graph = false;  ///< timed launches run as one CUDA graph; they are counted without it
  Reference reference;
  Measure measure;
  std::vector<MetricRequest> metrics;
  std::uint64_t seed = 1;
  /// May cheat (exec/untrusted_point.h). Not part of the key: the measurement is the same.
  bool untrusted = false;
  /// Inputs and outputs change before each timed launch, as for untrusted code to compare with.
  bool renewed = false;
  /// Arrays that `buffers` name by digest; sent to each worker once, separately.
  std::vector<std::shared_ptr<const FileArray>> arrays = {};
};

}  // namespace warpledger
