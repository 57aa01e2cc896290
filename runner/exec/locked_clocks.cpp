#include "exec/locked_clocks.h"

#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/error.h"
#include "exec/frame.h"
#include "exec/protocol.h"

namespace warpledger {
namespace {

constexpr int kHolderSocket = 3;
constexpr double kTimeToLock_s = 30;  // sudo and nvidia-smi take a second or two each
constexpr double kTimeToUndo_s = 30;

ChildSetup setup_of(std::vector<std::string> command, const Channel& socket) {
  command.insert(command.end(), {"--fd", std::to_string(kHolderSocket)});
  // A separate process group, so that Ctrl-C does not reach the holder.
  return {.words = std::move(command),
          .descriptors = {{socket.childs.number(), kHolderSocket}},
          .without_input = true,
          .apart = true};
}

nlohmann::json answer_of(int fd) {
  try {
    return receive_message(fd, kTimeToLock_s);
  } catch (const TimedOut&) {
    return nullptr;
  }
}

}  // namespace

LockedClocks::LockedClocks(std::vector<std::string> command)
    : socket_(make_socket()), holder_(setup_of(std::move(command), socket_)) {
  socket_.childs.close();
  const nlohmann::json answer = answer_of(socket_.ours.number());
  if (answer.is_object() && answer.contains("locked")) return;
  let_go();
  if (answer.is_object() && answer.contains("error")) throw error_from_json(answer["error"]);
  throw Error("the process that locks the clocks gave no answer", "nvidia-smi -q -d CLOCK shows what holds");
}

LockedClocks::~LockedClocks() { let_go(); }

void LockedClocks::let_go() {
  socket_.ours.close();
  const std::optional<int> status = holder_.end(kTimeToUndo_s);
  if (status && exit_code_of(*status) == 0) return;
  std::cerr << "warpledger: the GPU's clocks may still be locked\n"
               "hint: let an administrator run: nvidia-smi --reset-gpu-clocks\n"
            << std::flush;
}

}  // namespace warpledger
