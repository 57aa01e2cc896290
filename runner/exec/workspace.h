#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "exec/answers_on_device.h"
#include "exec/backend.h"
#include "exec/device_copies.h"
#include "exec/guarded_buffer.h"
#include "exec/inputs.h"
#include "model/job.h"

namespace warpledger {

struct FirstContent {
  std::shared_ptr<const std::vector<std::byte>> host;
  GuardedBuffer device;
  std::uint64_t fingerprint;  ///< of `device` when written
};

/// Caches what neighbouring points share: device buffers of the same name and size, inputs with the same content,
/// loaded modules.
class Workspace {
 public:
  Workspace(Backend& backend, Inputs& inputs)
      : backend_(backend),
        inputs_(inputs),
        copies_(std::make_shared<DeviceCopies>(backend)),
        answers_(std::make_shared<AnswersOnDevice>(backend)) {}

  /// Returns an empty workspace that shares only inputs, device copies and reference answers.
  Workspace apart() const { return {backend_, inputs_, copies_, answers_}; }

  /// Returns an unshared buffer. Evicts cached entries if memory is short.
  GuardedBuffer allocate(std::size_t bytes);

  /// First content of `buffer`, generated and uploaded once.
  std::shared_ptr<FirstContent> first_content(const BufferSpec& buffer, std::uint64_t seed);
  /// Writes the first content of `buffer` to `to` and updates `content`.
  void refill(const BufferSpec& buffer, std::uint64_t seed, FirstContent& content, GuardedBuffer& to);
  /// An input with its first content at placement 0, 1, ...; 0 is the device copy of first_content().
  std::shared_ptr<GuardedBuffer> input(const BufferSpec& buffer, std::uint64_t seed, int place);
  /// A buffer with arbitrary content, shared by name, type, count and place.
  std::shared_ptr<GuardedBuffer> buffer(const BufferSpec& buffer, int place);
  std::shared_ptr<Module> module(const Program& program, const std::vector<std::string>& functions);
  /// Expected content of `buffer` from its golden file.
  std::vector<double> golden_of(const BufferSpec& buffer) const { return inputs_.files().golden_of(buffer); }

  /// Reference answers on the device, for trusted jobs only.
  AnswersOnDevice& answers() { return *answers_; }

  /// Frees buffers that nobody else holds, and unused modules if there are many.
  void drop_unused();
  /// For use after a faulty kernel: neither contents nor guard zones can be trusted.
  void forget_buffers();
  /// Frees the copies of first contents if a kernel changed one. Returns true if so.
  bool drop_changed_copies() { return copies_->drop_changed(); }
  void forget_all();

 private:
  Workspace(Backend& backend, Inputs& inputs, std::shared_ptr<DeviceCopies> copies,
            std::shared_ptr<AnswersOnDevice> answers)
      : backend_(backend), inputs_(inputs), copies_(std::move(copies)), answers_(std::move(answers)) {}
  std::shared_ptr<const std::vector<std::byte>> host_content(const BufferSpec& buffer, std::uint64_t seed);

  Backend& backend_;
  Inputs& inputs_;
  std::shared_ptr<DeviceCopies> copies_;
  std::shared_ptr<AnswersOnDevice> answers_;
  std::map<std::string, std::shared_ptr<FirstContent>> contents_;
  std::map<std::string, std::shared_ptr<GuardedBuffer>> buffers_;
  std::map<std::string, std::shared_ptr<Module>> modules_;
};

/// A job bound to buffers and modules, ready to launch. Owns what `work` points to.
struct Prepared {
  std::shared_ptr<Module> module;
  std::vector<std::shared_ptr<GuardedBuffer>> buffers;  ///< kernel arguments, in the order of Job::buffers
  std::vector<std::shared_ptr<FirstContent>> contents;  ///< for in and inout buffers, else null; same order
  Work work;
  Work after;                        ///< launches between timing and the check of outputs
  std::vector<std::size_t> renewed;  ///< buffer index of each of work.renewals
};

/// Compiles, allocates and binds, with all buffers at one `place` in device memory. `in` buffers are shared;
/// work.restores reset `inout` buffers; `out` and `scratch` hold arbitrary bytes. Untrusted and renewed jobs get
/// renewals on a GPU: time() and collect() then destroy first contents until refill(). Throws PointFailure.
Prepared prepare(const Job& job, Backend& backend, Workspace& workspace, int place = 0);

/// Starts prepared.after, if any: to be called between prepared.work and a check of its outputs.
void finish(const Prepared& prepared, Backend& backend);

/// Rewrites first contents, perhaps for another seed.
void refill(const Job& job, Prepared& prepared, Workspace& workspace);

/// Module::attributes() of the first timed launch.
std::vector<Metric> attributes_of(const Prepared& prepared);

std::vector<std::string> functions_of(const std::vector<Launch>& launches);

}  // namespace warpledger
