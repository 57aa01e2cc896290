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
  double least, most;    ///< smallest and largest finite value
  double ulp;            ///< distance from 1 to the next larger number; 0 for integers, which are exact
  double smallest;       ///< smallest positive number
};

// The 16-bit types are those of <cuda_fp16.h> and <cuda_bf16.h>; the 8-bit ones of <cuda_fp8.h> (OCP 8-bit Floating
// Point Specification 1.0: E4M3 has no infinity).
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

/// Returns the type with that name ("f32"), or nullopt.
constexpr std::optional<ElementType> element_type_named(std::string_view name) {
  for (std::size_t i = 0; i < kElementTypes.size(); ++i)
    if (kElementTypes.at(i).name == name) return static_cast<ElementType>(i);
  return std::nullopt;
}

enum class Role { in, out, inout, scratch };

/// True if `type` is a class in CUDA C++, not built in.
constexpr bool is_class(ElementType type) { return facts_of(type).floating && facts_of(type).bytes < sizeof(float); }

/// Initial content of a buffer. Seeded fills depend only on the job's seed, the buffer's name and the index.
struct Fill {
  enum class Kind {
    uniform,
    normal,
    constant,
    index,
    permutation,  ///< each of 0 to count - 1 once
    sorted,       ///< uniform, ascending
    file,         ///< array from a file: BufferSpec::content
    kernel,       ///< computed by a kernel: BufferSpec::maker
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
  std::string because;  ///< the reason, shown when a check fails
  double matched = 1;
  double norm = 0;

  bool is_by_element() const { return norm <= 0; }
};

struct FillProgram;

struct BufferSpec {
  std::string name;
  ElementType type = ElementType::f32;
  std::int64_t count = 0;  ///< elements
  Role role = Role::in;
  Fill fill;                 ///< for in and inout
  Tolerance tolerance;       ///< for out and inout
  std::string content = {};  ///< FileArray::digest of fill `file`, or digest of `maker`; else empty
  std::string golden = {};   ///< FileArray::digest of the expected result; empty: the reference computes it
  bool unordered = false;    ///< elements are sorted before they are compared
  bool compared = true;      ///< false: an output that this kernel does not write
  std::shared_ptr<const FillProgram> maker = {};  ///< of fill `kernel`
};

struct FileArray;

/// Scalar argument in the machine's layout.
struct Scalar {
  ElementType type = ElementType::i32;
  std::array<std::byte, 8> bytes{};
};

/// Pointer argument: element `offset` of a buffer in Job::buffers, or null.
struct BufferIndex {
  std::size_t index = 0;
  std::int64_t offset = 0;

  static constexpr std::size_t kNull = static_cast<std::size_t>(-1);
  bool is_null() const { return index == kNull; }
};

/// Tensor map argument (CUtensorMap): a buffer as a tensor that the copy engine copies in boxes. Elements outside the
/// tensor read as 0 and are not written.
struct TensorMap {
  BufferIndex base;  ///< offset in bytes
  ElementType type = ElementType::f32;
  std::vector<std::int64_t> sizes;    ///< elements by dimension, innermost first
  std::vector<std::int64_t> strides;  ///< bytes by dimension, without the innermost
  std::vector<std::int64_t> box;      ///< elements by dimension that one copy moves
  std::int64_t swizzle = 0;           ///< width in bytes of the shared memory swizzle; 0: none
  std::int64_t l2_promotion = 0;      ///< bytes that are fetched into L2 together; 0: no promotion
};

/// Struct argument in the machine's layout. The addresses of `pointers` are filled in at launch.
struct StructValue {
  struct Pointer {
    std::size_t at = 0;  ///< byte offset in `bytes`
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
  Extent cluster = {};        ///< blocks of a thread block cluster; volume 1: no cluster
  bool cooperative = false;   ///< all blocks run at the same time, so that the grid can synchronize
  bool programmatic = false;  ///< may overlap the previous timed launch; no effect on the first

  bool has_cluster() const { return cluster.volume() > 1; }
  bool any() const { return cooperative || programmatic || has_cluster(); }
};

struct Launch {
  std::string function;  ///< C++ name expression: "norm_group<32,8>"
  std::vector<Argument> arguments;
  Extent grid;
  Extent block;
  std::uint32_t shared_bytes = 0;  ///< dynamic shared memory
  bool prepare = false;            ///< runs before timing starts
  bool after = false;              ///< runs after timing, before outputs are compared
  LaunchAttributes attributes = {};
};

/// Kernel of the family that computes a buffer's initial content. Its arguments are the buffer, the job's seed as an
/// unsigned long long, then the launch's arguments (numbers). The result depends on nothing else.
struct FillProgram {
  Program program;
  Launch launch;
};

/// __constant__ symbol with its bytes in the device's layout.
struct Constant {
  std::string symbol;
  std::vector<std::byte> bytes = {};
  std::optional<std::size_t> buffer = {};  ///< the bytes are that buffer's initial content
};

/// Plain kernels in double precision that compute the expected outputs. `out` and `scratch` buffers become poisoned
/// arrays of double, `inout` buffers their initial content as double; `in` buffers are passed unchanged.
///
/// If files hold all expected outputs (BufferSpec::golden), there are no launches, and the program's text names the
/// files.
struct Reference {
  Program program;
  std::vector<Launch> launches;

  bool is_kernel() const { return !launches.empty(); }
};

/// State of the L2 cache before each sample. Unknown only for imported results.
enum class Cache { warm, cold, unknown };

constexpr Cache other_than(Cache cache) { return cache == Cache::warm ? Cache::cold : Cache::warm; }

/// Clock that times a point in addition to the samples' own.
enum class OtherClock {
  activity,  ///< hardware timestamps at a kernel's start and end, recorded by CUPTI
  batch,     ///< mean of back-to-back launches between two events
};

inline constexpr std::array<std::string_view, 2> kOtherClockNames = {"activity", "batch"};

constexpr std::string_view name_of(OtherClock clock) { return kOtherClockNames.at(static_cast<std::size_t>(clock)); }

struct Quantity {
  enum class Kind {
    parameter,  ///< of the family, used by the kernel: d_l, n_l, grp_size
    axis,       ///< any other name: input_mib, or a parameter that the kernel does not use
    launch,     ///< geometry of the first timed launch; kResolved
    work,       ///< elements, fmas, ideal_read_bytes, ideal_write_bytes
  } kind = Kind::parameter;
  std::string name;
  double value = 0;
  std::string word = {};  ///< instead of `value`: "f16", or "8x8" for a grid
};

inline constexpr std::array<std::string_view, 4> kQuantityKinds = {"parameter", "axis", "launch", "work"};

struct Measure {
  Cache cache = Cache::warm;
  int min_samples = 10;
  int max_samples = 100;             ///< 0: verified but not timed
  double max_relative_error = 0.01;  ///< sampling stops at this relative standard error of the median
  double resolve = 0;        ///< relative difference to a similar run that the samples must resolve; 0: not required
  double time_limit_s = 10;  ///< wall time per point
  bool both_caches = false;  ///< also time in the other cache state
  std::vector<OtherClock> clocks;  ///< each at most once

  bool timed() const { return max_samples > 0; }
};

/// A resolved grid point: everything a worker needs to compile, verify, time and count it. No paths, no expressions.
struct Job {
  std::int64_t ordinal = 0;  ///< from 0
  std::string key;           ///< SHA-256 in hex; equal keys mean the same measurement of the same source
  std::string family;
  std::string kernel;
  std::string instance;  ///< "norm_group<32,8>"
  std::string identity;  ///< device-independent description (plan/identity.h): "norm_group d_l=32 grp_size=8 n_l=147456
                         ///< blocks=1/SM warps=4"
  std::vector<Quantity> quantities;
  Program program;
  std::vector<BufferSpec> buffers;
  std::vector<Constant> constants;
  std::vector<Launch> launches;
  bool graph = false;  ///< timed launches run as one CUDA graph; counters are collected without it
  Reference reference;
  Measure measure;
  std::vector<MetricRequest> metrics;
  std::uint64_t seed = 1;
  /// Submitted code, which may cheat (exec/untrusted_point.h). Not part of the key: the measurement is the same.
  bool untrusted = false;
  /// Inputs and outputs change before each timed launch, as for the untrusted code that is compared with this job.
  bool renewed = false;
  /// Arrays that `buffers` name by digest. A worker gets each once, separately from the job.
  std::vector<std::shared_ptr<const FileArray>> arrays = {};
};

}  // namespace warpledger
