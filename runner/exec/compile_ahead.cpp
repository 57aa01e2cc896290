#include "exec/compile_ahead.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "exec/frame.h"
#include "exec/protocol.h"
#include "exec/workspace.h"
#include "model/digest.h"

namespace warpledger {
namespace {

constexpr int kSocket = 3;
constexpr int kLowestPriority = 19;

/// Time to finish the current program, so that no partial file stays in the cache's folder.
constexpr double kPatience_s = 2;

using Places = std::map<std::string, std::size_t>;

/// Adds the program of `launches` unless `known` has its index in `all`.
void add_compilation(const Program& program, const std::vector<Launch>& launches, bool counted, Places& known,
                     std::vector<Compilation>& all) {
  if (launches.empty() || language_of(program) == Language::cubin) return;
  std::vector<std::string> functions = functions_of(launches);
  const auto [place, is_new] = known.try_emplace(compilation_key(program, functions), all.size());
  if (is_new) all.push_back({program, std::move(functions)});
  all[place->second].counted |= counted;
}

nlohmann::json every(std::size_t step, std::size_t first, std::span<const Compilation> all) {
  nlohmann::json some = nlohmann::json::array();
  for (std::size_t i = first; i < all.size(); i += step) some.push_back(all[i]);
  return some;
}

Subprocess started(std::vector<std::string> command, const Channel& socket) {
  const FileDescriptor nowhere(open("/dev/null", O_RDWR | O_CLOEXEC));
  command.insert(command.end(), {"--fd", std::to_string(kSocket)});
  return Subprocess({.words = std::move(command),
                     .descriptors = {{nowhere.number(), STDOUT_FILENO},
                                     {nowhere.number(), STDERR_FILENO},
                                     {socket.childs.number(), kSocket}},
                     .without_input = true,
                     .apart = true});
}

}  // namespace

std::vector<Compilation> compilations_of(std::span<const std::int64_t> ordinals,
                                         const std::function<Job(std::int64_t)>& job) {
  std::vector<Compilation> all;
  Places known;
  for (const std::int64_t ordinal : ordinals.first(std::min(ordinals.size(), kPointsAhead))) {
    const Job next = job(ordinal);
    add_compilation(next.program, next.launches, !next.metrics.empty(), known, all);
    add_compilation(next.reference.program, next.reference.launches, false, known, all);
  }
  return all;
}

CompileAhead::CompileAhead(const std::vector<std::string>& command, std::span<const Compilation> wanted,
                           std::size_t processes) {
  if (wanted.size() < 2) return;
  const std::size_t count = std::min(processes, wanted.size());
  try {
    while (compilers_.size() < count) {
      Channel socket = make_socket();
      Subprocess process = started(command, socket);
      compilers_.push_back({std::move(process), std::move(socket.ours)});
    }
    // Start all first, because sending blocks until the process reads.
    for (std::size_t i = 0; i < count; ++i) send_message(compilers_[i].socket.number(), every(count, i, wanted));
  } catch (const Error&) {
    compilers_.clear();
  }
}

CompileAhead::~CompileAhead() {
  for (Compiler& compiler : compilers_) compiler.socket.close();
  for (Compiler& compiler : compilers_) compiler.process.end(kPatience_s);
}

void compile_what_is_sent(int fd, const std::function<void(const Compilation&)>& compile) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  setpriority(PRIO_PROCESS, 0, kLowestPriority);
  fcntl(fd, F_SETFD, FD_CLOEXEC);
  for (const nlohmann::json& one : receive_message(fd)) {
    if (is_closed(fd)) return;
    try {
      compile(one.get<Compilation>());
    } catch (const std::exception&) {
      continue;
    }
  }
}

}  // namespace warpledger
