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

/// The type of a buffer's element or of a scalar kernel argument.
enum class ElementType { i32, u32, i64, u64, f32, f64, f16, bf16, f8e4m3, f8e5m2, i8, u8, i16, u16, boolean };

struct ElementTypeFacts {
  std::string_view name;
  std::size_t bytes;
  bool floating;
  std::string_view cpp;  ///< the type's spelling in CUDA C++
  double least, most;    ///< the numbers that it holds: the smallest and the largest, finite ones
  double ulp;            ///< from 1 to the next larger number; 0 for integers, which are exact
  double smallest;       ///< the smallest number above 0
};

// The 16-bit types are those of <cuda_fp16.h> and <cuda_bf16.h>, the 8-bit ones of <cuda_fp8.h> (OCP 8-bit Floating
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

/// The element type of that name ("f32"), or nothing.
constexpr std::optional<ElementType> element_type_named(std::string_view name) {
  for (std::size_t i = 0; i < kElementTypes.size(); ++i)
    if (kElementTypes.at(i).name == name) return static_cast<ElementType>(i);
  return std::nullopt;
}

enum class Role { in, out, inout, scratch };

/// Whether elements of `type` are of a class in CUDA C++, not of a type of the language.
constexpr bool is_class(ElementType type) { return facts_of(type).floating && facts_of(type).bytes < sizeof(float); }

/// How a buffer's first content is made. Seeded fills depend on the job's seed, the buffer's name and the index only.
struct Fill {
  enum class Kind {
    uniform,
    normal,
    constant,
    index,
    permutation,  ///< 0 to the count - 1, each once
    sorted,       ///< uniform, in ascending order
    file,         ///< an array from a file: BufferSpec::content
    kernel,       ///< what a kernel makes: BufferSpec::maker
  } kind = Kind::uniform;
  double a = -1;  ///< uniform, sorted: lower end; normal: mean; constant: the value; else unused
  double b = 1;   ///< uniform, sorted: upper end; normal: standard deviation; else unused
};

/// How far an output may be from what is expected. An element is accepted iff |got - expected| <= abs + rel *
/// |expected|, where an infinite one accepts itself alone; an output iff the fraction `matched` of its elements is.
/// With a `norm` above 0, an output is accepted iff its relative L2 error, the root of sum (got - expected)^2 /
/// sum expected^2, is at most that.
struct Tolerance {
  double abs = 0;
  double rel = 0;
  std::string because;  ///< the reason, shown when a check fails
  double matched = 1;
  double norm = 0;

  /// Whether each element is accepted or not for itself.
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
  std::string content = {};  ///< FileArray::digest of what fill `file` gives, digest of `maker`; else empty
  std::string golden = {};   ///< FileArray::digest of what it must hold afterwards; empty: the reference says
  bool unordered = false;    ///< its elements are compared sorted
  bool compared = true;      ///< false: an output that the kernel does not fill
  std::shared_ptr<const FillProgram> maker = {};  ///< of fill `kernel`
};

struct FileArray;

/// A scalar kernel argument: its bytes in the machine's layout.
struct Scalar {
  ElementType type = ElementType::i32;
  std::array<std::byte, 8> bytes{};
};

/// A pointer argument: to the element `offset` of a buffer in Job::buffers, or to none.
struct BufferIndex {
  std::size_t index = 0;
  std::int64_t offset = 0;

  static constexpr std::size_t kNull = static_cast<std::size_t>(-1);
  bool is_null() const { return index == kNull; }
};

/// A tensor map argument, CUDA's CUtensorMap: how the copy engine sees a buffer as a tensor, of which it copies boxes.
/// What lies outside the tensor is read as 0 and not written.
struct TensorMap {
  BufferIndex base;  ///< its offset is in bytes
  ElementType type = ElementType::f32;
  std::vector<std::int64_t> sizes;    ///< elements of each dimension, the innermost first
  std::vector<std::int64_t> strides;  ///< bytes from an index to the next, of every dimension but the innermost
  std::vector<std::int64_t> box;      ///< elements that one copy takes of each dimension
  std::int64_t swizzle = 0;           ///< bytes in which 16-byte pieces change places in shared memory; 0: none
  std::int64_t l2_promotion = 0;      ///< bytes that are brought to the L2 at once; 0: what is asked for
};

/// A struct argument: its bytes in the machine's layout, with room for the addresses that are known when it is
/// launched.
struct StructValue {
  struct Pointer {
    std::size_t at = 0;  ///< where in `bytes` its 8 bytes are
    BufferIndex to;
  };

  std::vector<std::byte> bytes;
  std::vector<Pointer> pointers;
};

/// A kernel argument.
using Argument = std::variant<BufferIndex, Scalar, TensorMap, StructValue>;

/// Whether an argument points into the buffer of that index.
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

/// How a grid is launched beyond its geometry.
struct LaunchAttributes {
  Extent cluster = {};        ///< blocks of a thread block cluster; a volume of 1: no cluster
  bool cooperative = false;   ///< all blocks run at once, so that the grid can be synchronized
  bool programmatic = false;  ///< may begin before the launch before it has ended; of timed launches but the first

  bool has_cluster() const { return cluster.volume() > 1; }
  bool any() const { return cooperative || programmatic || has_cluster(); }
};

struct Launch {
  std::string function;  ///< a C++ name expression: "norm_group<32,8>"
  std::vector<Argument> arguments;
  Extent grid;
  Extent block;
  std::uint32_t shared_bytes = 0;  ///< dynamic shared memory
  bool prepare = false;            ///< runs before the clock starts
  bool after = false;              ///< runs when the clock has stopped, before outputs are compared
  LaunchAttributes attributes = {};
};

/// A kernel of the family's own that makes the first content of a buffer. It is given the buffer, the job's seed as an
/// unsigned long long, and then the launch's arguments, which are numbers; what it makes depends on nothing else.
struct FillProgram {
  Program program;
  Launch launch;
};

/// A __constant__ symbol and its bytes in the device's layout.
struct Constant {
  std::string symbol;
  std::vector<std::byte> bytes = {};
  std::optional<std::size_t> buffer = {};  ///< the bytes are the first content of that buffer of the job
};

/// The plain kernels in double precision that say what is right, launched one after another. An argument that names an
/// `out` or `scratch` buffer receives an array of double with as many elements, poisoned; one that names an `inout`
/// buffer an array of double that holds the buffer's first content; an `in` buffer is passed as the kernel gets it.
///
/// Where all outputs are compared with files (BufferSpec::golden), there is no launch, and the program's text names the
/// files.
struct Reference {
  Program program;
  std::vector<Launch> launches;

  bool is_kernel() const { return !launches.empty(); }
};

/// State of the L2 cache before each sample. Only an imported result's is unknown.
enum class Cache { warm, cold, unknown };

constexpr Cache other_than(Cache cache) { return cache == Cache::warm ? Cache::cold : Cache::warm; }

/// A clock beside that of the samples.
enum class OtherClock {
  activity,  ///< the hardware's stamps at a kernel's beginning and end, as CUPTI records them
  batch,     ///< one launch of many that follow each other between two events
};

inline constexpr std::array<std::string_view, 2> kOtherClockNames = {"activity", "batch"};

constexpr std::string_view name_of(OtherClock clock) { return kOtherClockNames.at(static_cast<std::size_t>(clock)); }

/// A named number of a point, kept in the ledger for queries.
struct Quantity {
  enum class Kind {
    parameter,  ///< the family's own that the kernel uses: d_l, n_l, grp_size
    axis,       ///< other names: input_mib, a parameter that the kernel does not use
    launch,     ///< blocks, warps, threads, grid, block as launched (the timed launches' first); kResolved
    work,       ///< the family's work counts: elements, fmas, ideal_read_bytes, ideal_write_bytes
  } kind = Kind::parameter;
  std::string name;
  double value = 0;
  std::string word = {};  ///< in place of `value`: "vector" or "f16" of a parameter, "8x8" of a grid
};

inline constexpr std::array<std::string_view, 4> kQuantityKinds = {"parameter", "axis", "launch", "work"};

/// How a point is measured.
struct Measure {
  Cache cache = Cache::warm;
  int min_samples = 10;
  int max_samples = 100;             ///< 0: the point is verified, not timed
  double max_relative_error = 0.01;  ///< stop once the relative standard error of the median is at most this
  double resolve = 0;        ///< relative: sample until a run alike could be told from one so much slower; 0: not asked
  double time_limit_s = 10;  ///< wall time of one point
  bool both_caches = false;  ///< also timed in the cache state that the samples are not in
  std::vector<OtherClock> clocks;  ///< beside the samples' own, each at most once

  bool timed() const { return max_samples > 0; }
};

/// A grid point, resolved: all that a worker needs to compile, verify, time and count it. Holds no path and no
/// expression.
struct Job {
  std::int64_t ordinal = 0;  ///< place in the plan, from 0
  std::string key;           ///< content key (SHA-256, hex): same key, same experiment on the same source
  std::string family;
  std::string kernel;    ///< "norm_group"
  std::string instance;  ///< "norm_group<32,8>", as reports show it
  std::string identity;  ///< the point in words, the same on every device (plan/identity.h): "norm_group d_l=32
                         ///< grp_size=8 n_l=147456 blocks=1/SM warps=4"
  std::vector<Quantity> quantities;
  Program program;
  std::vector<BufferSpec> buffers;
  std::vector<Constant> constants;
  std::vector<Launch> launches;
  bool graph = false;  ///< the timed launches are timed as one CUDA graph; they are counted outside it
  Reference reference;
  Measure measure;
  std::vector<MetricRequest> metrics;
  std::uint64_t seed = 1;
  /// The launched code is not ours and may cheat (exec/untrusted_point.h). Not in the content key: it changes what is
  /// distrusted, not what is measured.
  bool untrusted = false;
  /// Each timed launch gets new inputs and outputs, as untrusted code does: its time is compared with such a one's.
  bool renewed = false;
  /// All that `buffers` name by digest. They go to a worker apart from the job, each once.
  std::vector<std::shared_ptr<const FileArray>> arrays = {};
};

}  // namespace warpledger
