#include "backend_host/kernel_process.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <string>
#include <utility>

#include "base/error.h"
#include "exec/frame.h"

namespace warpledger {
namespace {

/// For a process that closed its channel to end.
constexpr double kPatienceS = 1;

/// Assigns the child's descriptors above all numbers of this process, so none is overwritten before it is passed.
std::vector<std::pair<int, int>> given_to_child(int channel, const std::vector<NamedMemory>& memories) {
  std::vector<std::pair<int, int>> given = {{channel, 0}};
  for (const NamedMemory& one : memories) given.emplace_back(one.memory->descriptor(), 0);
  int next = std::ranges::max_element(given)->first;
  for (auto& [ours, childs] : given) childs = ++next;
  return given;
}

}  // namespace

KernelProcess::~KernelProcess() { end(); }

void KernelProcess::end() {
  channel_.close();
  if (child_) child_->end(0);
  child_.reset();
  owner_ = nullptr;
}

void KernelProcess::start(const void* owner, nlohmann::json load, const std::vector<const HostMemory*>& memories) {
  end();
  memories_.clear();
  for (const AddressRange& range : pool_.allocations())
    for (const HostMemory* memory : memories)
      if (range.begin == reinterpret_cast<std::uintptr_t>(memory->data()))
        memories_.push_back({memory, range.gpu_address});
  Channel channel = make_socket();
  const auto given = given_to_child(channel.childs.number(), memories_);
  child_.emplace(ChildSetup{.words = {"/proc/self/exe", "kernels", "--fd", std::to_string(given[0].second)},
                            .descriptors = given,
                            .without_input = true});
  channel_ = std::move(channel.ours);
  owner_ = owner;
  load["verb"] = "load";
  load["profile"] = message_of(profile_);
  load["memories"] = nlohmann::json::array();
  for (std::size_t i = 0; i < memories_.size(); ++i)
    load["memories"].push_back({{"descriptor", given[i + 1].second},
                                {"bytes", memories_[i].memory->size_bytes()},
                                {"gpu_address", memories_[i].gpu_address}});
  channel.childs.close();
  ask(load);
}

nlohmann::json KernelProcess::ask(const nlohmann::json& request) {
  nlohmann::json answer;
  try {
    send_message(channel_.number(), request);
    answer = receive_message(channel_.number(), -1, kAnswerLimits);
  } catch (const MalformedMessage&) {
    end();
    throw;
  } catch (const Error&) {
    end_as_it_did();
  }
  if (answer.is_null()) end_as_it_did();
  try {
    throw_failure(answer);
  } catch (const MalformedMessage&) {
    end();
    throw;
  }
  return answer;
}

void KernelProcess::end_as_it_did() {
  const std::optional<int> status = child_->end(kPatienceS);
  if (status && WIFEXITED(*status)) _exit(WEXITSTATUS(*status));
  const int by = status ? WTERMSIG(*status) : SIGKILL;
  std::signal(by, SIG_DFL);
  std::raise(by);
  _exit(128 + by);
}

}  // namespace warpledger
