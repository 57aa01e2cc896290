#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "exec/device_memory.h"
#include "model/device.h"
#include "model/job.h"
#include "model/metric.h"
#include "model/result.h"

namespace warpledger {

/// Thrown by a backend when a point cannot continue: how it ends and why, in words a student understands. Not an Error:
/// the program is fine, the point is not.
class PointFailure : public std::exception {
 public:
  PointFailure(Outcome outcome, std::string reason) : outcome_(outcome), reason_(std::move(reason)) {}
  Outcome outcome() const { return outcome_; }
  const char* what() const noexcept override { return reason_.c_str(); }

 private:
  Outcome outcome_;
  std::string reason_;
};

/// A compiled and loaded program; unloaded by its destructor.
class Module {
 public:
  virtual ~Module() = default;
  /// What the compiled function needs and how much of it fits an SM, as metrics with source "attribute": registers,
  /// static_shared_bytes, local_bytes, blocks_per_sm (for blocks of `threads` with `shared_bytes` of dynamic shared
  /// memory). What cannot be known has no value and a reason.
  virtual std::vector<Metric> attributes(const std::string& function, std::uint64_t threads,
                                         std::uint32_t shared_bytes) const = 0;
};

/// A tensor map argument: over what lies at `base`, whose address it gets when it is launched.
struct BoundTensorMap {
  DevicePointer base;
  TensorMap map;
};

/// A struct argument, which gets the addresses of its pointers when it is launched.
struct BoundStruct {
  struct Pointer {
    std::size_t at = 0;  ///< where in `bytes`
    DevicePointer to;
  };

  std::vector<std::byte> bytes;
  std::vector<Pointer> pointers;

  /// The bytes with the addresses that `address_of` gives a DevicePointer.
  template <class AddressOf>
  std::vector<std::byte> with_addresses(AddressOf address_of) const {
    std::vector<std::byte> filled = bytes;
    for (const Pointer& pointer : pointers) {
      const void* const address = address_of(pointer.to);
      std::memcpy(filled.data() + pointer.at, &address, sizeof address);
    }
    return filled;
  }
};

using BoundArgument = std::variant<DevicePointer, Scalar, BoundTensorMap, BoundStruct>;

struct BoundLaunch {
  const Module* module = nullptr;
  std::string function;
  std::vector<BoundArgument> arguments;
  Extent grid;
  Extent block;
  std::uint32_t shared_bytes = 0;
  LaunchAttributes attributes = {};
};

struct BoundConstant {
  const Module* module = nullptr;
  Constant constant;
};

/// Copies `bytes` from one Memory to another on the device; brings an inout buffer back to its first content.
struct Restore {
  DevicePointer to;
  DevicePointer from;
  std::size_t bytes = 0;
};

/// What one measured launch of a point consists of. The pointers must outlive it.
struct Work {
  std::vector<BoundConstant> constants;
  std::vector<Restore> restores;
  std::vector<BoundLaunch> prepare;   ///< run once before `launches`, outside clock and counters
  std::vector<BoundLaunch> launches;  ///< what is timed and counted
  bool graph = false;                 ///< they are timed as one CUDA graph, where the backend has such
  /// Made before launches that are timed and counted, outside clock and counters; empty where !times_gpu().
  std::vector<Renewal> renewals;
  RandomStream renewed_with;  ///< a secret of each call
};

/// What the renewal of that index fills its buffer with before execution 1, 2, ... of a call's timed or counted
/// launches.
RandomStream stream_of(const Work& work, std::size_t renewal, std::uint64_t execution);

/// A launch in a reason's words: "f<32> with 4 blocks of 128 threads and 1024 B of dynamic shared memory".
std::string words_for(const BoundLaunch& launch);

/// The same, with its number among prepare and timed launches: "launch 2 of 3, f<32> with 4 blocks of 128 threads".
/// `launch` is one of `work`.
std::string words_for(const Work& work, const BoundLaunch& launch);

/// What another clock than time()'s says.
struct ClockReading {
  std::optional<double> time_ns;
  std::string reason;  ///< why there is no time; else empty
};

/// A way to run kernels. Not thread safe: one worker, one thread, one backend.
///
/// Every verb may throw PointFailure for what the point did, and Error for what the machine lacks.
class Backend {
 public:
  virtual ~Backend() = default;

  /// The device and all facts that plans and reports need.
  virtual Device describe() const = 0;

  /// Compiles `program` so that each of `functions` (C++ name expressions) can be launched. Throws
  /// PointFailure{compile_failed} with the compiler's own messages. May answer from a cache on disk.
  virtual std::unique_ptr<Module> compile(const Program& program, std::span<const std::string> functions) = 0;

  /// Throws PointFailure{invalid_point} naming the bytes needed and the bytes free when it does not fit.
  virtual std::unique_ptr<Memory> allocate(std::size_t bytes) = 0;

  virtual void write(Memory& to, std::size_t offset_bytes, std::span<const std::byte> bytes) = 0;
  virtual void fill(Memory& to, std::size_t offset_bytes, std::size_t bytes, std::byte value) = 0;
  virtual void read(const Memory& from, std::size_t offset_bytes, std::span<std::byte> bytes) = 0;
  /// Copies on the device.
  virtual void copy(const Restore& copied);

  /// Overwrites `bytes` with elements of `type` as `fill`, a uniform or normal one, says. Another stream gives others.
  virtual void fill_random(Memory& to, std::size_t offset_bytes, std::size_t bytes, ElementType type, const Fill& fill,
                           RandomStream stream);

  /// One number for each of `questions`, when all that was begun is done. Ask many at once: beside other processes each
  /// wait for a GPU is a switch between contexts. Throws as launch() for what was begun.
  virtual std::vector<std::uint64_t> answers(std::span<const Question> questions);

  /// Constants, restores, prepare, launches, once; returns when all is done. Throws PointFailure{launch_failed} with
  /// the function, what the device said and what that usually means, or PointFailure{invalid_point} when a launch
  /// breaks a limit of the device.
  virtual void launch(const Work& work) = 0;

  /// launch(), but the last launch need not be waited for: answers(), read() or the next launch() tell its end.
  virtual void begin(const Work& work) { launch(work); }

  /// begin(), so many times, none waited for. With work.renewals, as time() makes them: executions 1, 2, ...
  virtual void begin_repeatedly(const Work& work, int times);

  /// `samples` timed executions of work.launches, restores outside the clock, after one pass of constants and
  /// prepare. With Cache::cold the L2 is flushed before each sample; with Cache::warm the launches have run
  /// before, so that a sample finds the cache as repeated launches leave it. Where there are work.renewals,
  /// each sample begins with those before prepare, prepare, and the others; the samples are executions 1, 2, ...
  virtual std::vector<Sample> time(const Work& work, Cache cache, int samples) = 0;

  /// What a clock beside time()'s says of one execution of work.launches: a median of several. work.renewals are not
  /// made.
  virtual ClockReading time_by(OtherClock clock, const Work& work, Cache cache);

  /// What time() says of a launch of an empty kernel, [ns]: so much of a short time is not the kernel's. Absent where
  /// that is not known.
  virtual std::optional<double> empty_launch_ns() { return std::nullopt; }

  /// How many places in memory a point's buffers should be timed at, because a launch's time depends on where they lie;
  /// 1 where it does not.
  virtual int places() const { return 1; }

  /// What disturbs the device counts for health() from now on, and perhaps what did in the 100 ms before.
  virtual void watch() {}

  /// What disturbed the device since watch().
  virtual Health health() { return Health::unknown("this backend has no GPU to watch"); }

  /// Whether time() tells how fast a GPU is. Where it does not, one sample is all that is taken.
  virtual bool times_gpu() const { return true; }

  /// Name of the clock behind time(): "cuda event", "host steady clock".
  virtual std::string clock_name() const = 0;

  /// False after a fault that only a new process cures; the worker is then replaced.
  virtual bool usable() const { return true; }

  /// Told for each of collect()'s works, when it was counted once more with its renewals of that execution and nothing
  /// is running.
  using AfterPass = std::function<void(std::size_t work, std::uint64_t execution)>;

  /// collect() of these follows: what it needs to know first may be found out meanwhile.
  virtual void get_ready_to_collect(std::span<const MetricRequest> /*metrics*/) {}

  /// Counts `metrics` for each of `works`, one list per work in the order of `metrics`, in one profiling session where
  /// the hardware allows. What the chip or the permissions refuse has no value and a reason. work.renewals are made as
  /// by time(), with each pass as one sample.
  virtual std::vector<std::vector<Metric>> collect(std::span<const Work> works, Cache cache,
                                                   std::span<const MetricRequest> metrics,
                                                   const AfterPass& after_pass = {}) = 0;

 protected:
  /// Makes those of work.renewals that come before prepare, or those that come after it.
  void renew(const Work& work, bool before_prepare, std::uint64_t execution);
  /// launch() with the renewals of that execution.
  void launch_renewed(const Work& work, std::uint64_t execution);
};

}  // namespace warpledger
