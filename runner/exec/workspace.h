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

/// A buffer's first content, on the host and on the device.
struct FirstContent {
  std::shared_ptr<const std::vector<std::byte>> host;
  GuardedBuffer device;
  std::uint64_t fingerprint;  ///< of `device` when it was written
};

/// Keeps what neighbouring points of a plan share: device buffers of the same name and size, inputs of the same
/// content, and loaded modules. What nobody holds any more goes with drop_unused().
class Workspace {
 public:
  /// Both must outlive it.
  Workspace(Backend& backend, Inputs& inputs)
      : backend_(backend),
        inputs_(inputs),
        copies_(std::make_shared<DeviceCopies>(backend)),
        answers_(std::make_shared<AnswersOnDevice>(backend)) {}

  /// An empty one, which shares what inputs are made of and the answers of references alone.
  Workspace apart() const { return {backend_, inputs_, copies_, answers_}; }

  /// A buffer for the caller alone. What is kept for points to come makes room for it.
  GuardedBuffer allocate(std::size_t bytes);

  /// The first content of `buffer`, made and uploaded once for all points that have the same.
  std::shared_ptr<FirstContent> first_content(const BufferSpec& buffer, std::uint64_t seed);
  /// Gives `to` the first content of `buffer`, and tells `content` so.
  void refill(const BufferSpec& buffer, std::uint64_t seed, FirstContent& content, GuardedBuffer& to);
  /// An input with its first content, at one of several places (0, 1, ...) in device memory. Place 0 is the device
  /// copy of first_content().
  std::shared_ptr<GuardedBuffer> input(const BufferSpec& buffer, std::uint64_t seed, int place);
  /// A buffer of that name, type and count with arbitrary content; the same one for all points that ask for it.
  std::shared_ptr<GuardedBuffer> buffer(const BufferSpec& buffer, int place);
  std::shared_ptr<Module> module(const Program& program, const std::vector<std::string>& functions);
  /// What `buffer` must hold, where a file says it.
  std::vector<double> golden_of(const BufferSpec& buffer) const { return inputs_.files().golden_of(buffer); }

  /// What references answered to jobs that are trusted.
  AnswersOnDevice& answers() { return *answers_; }

  /// Frees the buffers that no one else holds, and all but the last few modules.
  void drop_unused();
  /// Forgets all buffers: after a faulty kernel neither contents nor guard zones can be trusted.
  void forget_buffers();
  /// Frees the copies that first contents are made of, if a kernel changed one; whether it was so.
  bool drop_changed_copies() { return copies_->drop_changed(); }
  /// Forgets modules and answers, too: what is on the device then is nobody's.
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

/// A job bound to device buffers and loaded modules, ready to launch. Holds what `work` points to.
struct Prepared {
  std::shared_ptr<Module> module;
  std::vector<std::shared_ptr<GuardedBuffer>> buffers;  ///< as the kernel gets them, in the order of Job::buffers
  std::vector<std::shared_ptr<FirstContent>> contents;  ///< of in and inout buffers, else null; same order
  Work work;
  Work after;                        ///< what runs when the clock has stopped, before outputs are looked at
  std::vector<std::size_t> renewed;  ///< of each of work.renewals the index of its buffer
};

/// Compiles, allocates and binds, all buffers at one `place` in device memory. `in` buffers are shared and hold their
/// content; `inout` buffers are restored by work.restores; `out` and `scratch` hold anything. Throws PointFailure.
/// With renewals where the job is untrusted or renewed: time() and collect() then leave no buffer its content;
/// refill().
Prepared prepare(const Job& job, Backend& backend, Workspace& workspace, int place = 0);

/// Runs prepared.after, if there is any: to be called behind an execution of prepared.work whose outputs are looked at.
void finish(const Prepared& prepared, Backend& backend);

/// Gives the buffers the first content that `job`, perhaps with another seed, says.
void refill(const Job& job, Prepared& prepared, Workspace& workspace);

/// What the compiled function of the first timed launch needs, as metrics; see Module::attributes().
std::vector<Metric> attributes_of(const Prepared& prepared);

/// The C++ functions that `launches` name, each once.
std::vector<std::string> functions_of(const std::vector<Launch>& launches);

}  // namespace warpledger
