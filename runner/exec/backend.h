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

/// Thrown if a point cannot continue, with a reason for students. Not an Error: the program is fine, the point is not.
class PointFailure : public std::exception {
 public:
  PointFailure(Outcome outcome, std::string reason) : outcome_(outcome), reason_(std::move(reason)) {}
  Outcome outcome() const { return outcome_; }
  const char* what() const noexcept override { return reason_.c_str(); }

 private:
  Outcome outcome_;
  std::string reason_;
};

/// A loaded program; the destructor unloads it.
class Module {
 public:
  virtual ~Module() = default;
  /// Metrics with source "attribute": registers, static_shared_bytes, local_bytes and, for blocks of `threads` with
  /// `shared_bytes` of dynamic shared memory, blocks_per_sm. Unknown values are absent with a reason.
  virtual std::vector<Metric> attributes(const std::string& function, std::uint64_t threads,
                                         std::uint32_t shared_bytes) const = 0;
};

/// A tensor map of the memory at `base`; its address is filled in at launch.
struct BoundTensorMap {
  DevicePointer base;
  TensorMap map;
};

/// A struct argument; the addresses of its pointers are filled in at launch.
struct BoundStruct {
  struct Pointer {
    std::size_t at = 0;  ///< offset in `bytes`
    DevicePointer to;
  };

  std::vector<std::byte> bytes;
  std::vector<Pointer> pointers;

  /// Returns `bytes` with each pointer set to what `address_of` returns for it.
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

/// Device-side copy that resets an inout buffer to its first content.
struct Restore {
  DevicePointer to;
  DevicePointer from;
  std::size_t bytes = 0;
};

/// A measured launch of a point. Does not own what its pointers refer to.
struct Work {
  std::vector<BoundConstant> constants;
  std::vector<Restore> restores;
  std::vector<BoundLaunch> prepare;   ///< run once before `launches`, not timed or counted
  std::vector<BoundLaunch> launches;  ///< timed and counted
  bool graph = false;                 ///< time `launches` as one CUDA graph if the backend supports it
  /// Applied before timed and counted launches. Empty if !times_gpu().
  std::vector<Renewal> renewals;
  RandomStream renewed_with;  ///< secret, new for each call
};

/// Random stream of work.renewals[renewal] before execution 1, 2, ... of a call.
RandomStream stream_of(const Work& work, std::size_t renewal, std::uint64_t execution);

/// Describes a launch: "f<32> with 4 blocks of 128 threads and 1024 B of dynamic shared memory".
std::string words_for(const BoundLaunch& launch);

/// The same with its number in `work`, which contains it: "launch 2 of 3, f<32> with 4 blocks of 128 threads".
std::string words_for(const Work& work, const BoundLaunch& launch);

struct ClockReading {
  std::optional<double> time_ns;
  std::string reason;  ///< why time_ns is absent
};

/// Runs kernels on a device. Not thread safe.
///
/// Every method may throw PointFailure if the point is at fault and Error if the machine is.
class Backend {
 public:
  virtual ~Backend() = default;

  virtual Device describe() const = 0;

  /// Compiles `program` for launches of `functions` (C++ name expressions), perhaps from a cache on disk. Throws
  /// PointFailure{compile_failed} with the compiler's messages.
  virtual std::unique_ptr<Module> compile(const Program& program, std::span<const std::string> functions) = 0;

  /// Throws PointFailure{invalid_point} with the bytes needed and free if the memory does not fit.
  virtual std::unique_ptr<Memory> allocate(std::size_t bytes) = 0;

  virtual void write(Memory& to, std::size_t offset_bytes, std::span<const std::byte> bytes) = 0;
  virtual void fill(Memory& to, std::size_t offset_bytes, std::size_t bytes, std::byte value) = 0;
  virtual void read(const Memory& from, std::size_t offset_bytes, std::span<std::byte> bytes) = 0;
  virtual void copy(const Restore& copied);

  /// Overwrites `bytes` with random elements. `fill` must be uniform or normal.
  virtual void fill_random(Memory& to, std::size_t offset_bytes, std::size_t bytes, ElementType type, const Fill& fill,
                           RandomStream stream);

  /// Waits for all pending work and returns one number per question. Throws as launch() does for that work. Batch
  /// questions: on a GPU shared with other processes, each wait is a context switch.
  virtual std::vector<std::uint64_t> answers(std::span<const Question> questions);

  /// Runs constants, restores, prepare and launches once and waits. Throws PointFailure{launch_failed} with the
  /// function, the device's message and its usual cause, or PointFailure{invalid_point} if a launch exceeds a limit of
  /// the device.
  virtual void launch(const Work& work) = 0;

  /// As launch(), but may return early. The next answers(), read() or launch() reports a failure.
  virtual void begin(const Work& work) { launch(work); }

  /// Calls begin() `times` times, with work.renewals as in time().
  virtual void begin_repeatedly(const Work& work, int times);

  /// Times `samples` executions of work.launches. Constants and prepare run once before, restores untimed before each
  /// sample. Cache::cold flushes the L2 before each sample; Cache::warm runs the launches beforehand. With
  /// work.renewals, each sample first applies those marked before_prepare, runs prepare, and applies the others; the
  /// samples are executions 1, 2, ...
  virtual std::vector<Sample> time(const Work& work, Cache cache, int samples) = 0;

  /// Median time of one execution of work.launches by another clock. Does not apply work.renewals.
  virtual ClockReading time_by(OtherClock clock, const Work& work, Cache cache);

  /// Time of an empty kernel by time(), i.e. launch overhead. Absent if unknown.
  virtual std::optional<double> empty_launch_ns() { return std::nullopt; }

  /// Number of memory placements to time a point's buffers at; 1 if placement does not matter.
  virtual int places() const { return 1; }

  /// Starts recording disturbances for health(), including perhaps the last 100 ms.
  virtual void watch() {}

  /// Disturbances since watch().
  virtual Health health() { return Health::unknown("this backend has no GPU to watch"); }

  /// True if time() measures a GPU. Otherwise one sample is enough.
  virtual bool times_gpu() const { return true; }

  /// Name of the clock behind time(): "cuda event", "host steady clock".
  virtual std::string clock_name() const = 0;

  /// False after a fault that only a new process clears; the parent then replaces the worker.
  virtual bool usable() const { return true; }

  /// Called after each counted pass of a work, when the device is idle.
  using AfterPass = std::function<void(std::size_t work, std::uint64_t execution)>;

  /// Announces a collect() of these metrics, to prepare for it.
  virtual void get_ready_to_collect(std::span<const MetricRequest> /*metrics*/) {}

  /// Counts `metrics` for each of `works`, in one profiling session if the hardware allows. Returns one list per work,
  /// in the order of `metrics`. Values that the chip or permissions deny are absent with a reason. Renewals as in
  /// time(), with each pass as one sample.
  virtual std::vector<std::vector<Metric>> collect(std::span<const Work> works, Cache cache,
                                                   std::span<const MetricRequest> metrics,
                                                   const AfterPass& after_pass = {}) = 0;

 protected:
  /// Applies the renewals whose before_prepare equals the argument.
  void renew(const Work& work, bool before_prepare, std::uint64_t execution);
  /// As launch(), with the renewals of `execution`.
  void launch_renewed(const Work& work, std::uint64_t execution);
};

}  // namespace warpledger
