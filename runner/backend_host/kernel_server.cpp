#include "backend_host/kernel_server.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "backend_host/kernel_message.h"
#include "backend_host/local_program.h"
#include "base/error.h"
#include "exec/frame.h"

namespace warpledger {
namespace {

using nlohmann::json;

/// The worker's program in this process.
class KernelServer {
 public:
  /// Maps the memories and closes their files. Runs no code of the program.
  explicit KernelServer(const json& load) : profile_(profile_from(load.at("profile"))) {
    for (const json& one : load.at("memories")) {
      memories_.push_back(
          std::make_unique<HostMemory>(one.at("bytes").get<std::size_t>(), FileDescriptor(one.at("descriptor"))));
      HostMemory& memory = *memories_.back();
      memory.close_descriptor();
      ranges_.push_back(
          {reinterpret_cast<std::uintptr_t>(memory.data()), memory.size_bytes(), Space::global, one.at("gpu_address")});
    }
  }

  /// Creates both programs' files before the sandbox, which forbids kernels to create any: in-memory files escape
  /// memory limits.
  void make_files() {
    file_ = program_file();
    twins_file_ = program_file();
  }

  json answer(const json& request) {
    const std::string verb = request.at("verb");
    if (verb == "load") {
      load(request);
    } else if (verb == "set_up") {
      set_up(request);
      program_->set_up(work_);
    } else if (verb == "run") {
      program_->run(launch_from(request.at("launch"), *program_, memories_), request.at("words"));
    } else if (verb == "model") {
      return message_of(model(request));
    }
    return {{"done", true}};
  }

 private:
  void load(const json& request) {
    const auto compile = [this](const Program&, std::span<const std::string>, int) {
      throw_failure(gpu_code_);
      return cubin_from(gpu_code_);
    };
    GpuCode code(compile, {}, request.at("functions"), profile_.arch());
    program_ = std::make_unique<LocalProgram>(
        std::make_unique<HostModule>(SharedObject("the program", bytes_from(request.at("shared_object"))),
                                     std::move(code), std::nullopt, std::move(file_)),
        machine_);
  }

  void set_up(const json& request) {
    work_ = {};
    for (const json& one : request.at("constants")) work_.constants.push_back({program_.get(), constant_from(one)});
  }

  LaunchModel model(const json& request) {
    set_up(request);
    for (const json& one : request.at("prepare")) work_.prepare.push_back(launch_from(one, *program_, memories_));
    for (const json& one : request.at("launches")) work_.launches.push_back(launch_from(one, *program_, memories_));
    gpu_code_ = request.at("gpu_code");
    traced_ = bytes_from(request.at("traced"));
    return program_->model(work_, request.at("number"));
  }

  const HostModule& twin_of(const HostModule& plain) {
    if (!twin_)
      twin_ = std::make_unique<HostModule>(SharedObject("the traced program", traced_), plain.gpu_code(), std::nullopt,
                                           std::move(twins_file_));
    return *twin_;
  }

  Profile profile_;
  std::vector<std::unique_ptr<HostMemory>> memories_;
  std::vector<AddressRange> ranges_;
  FileDescriptor file_, twins_file_;
  json gpu_code_;
  std::string traced_;
  std::unique_ptr<HostModule> twin_;
  LocalMachine machine_{profile_, [this] { return ranges_; },
                        [this](const HostModule& plain) -> const HostModule& { return twin_of(plain); }};
  std::unique_ptr<LocalProgram> program_;
  Work work_;
};

json answer(KernelServer& server, const json& request) {
  try {
    return server.answer(request);
  } catch (const PointFailure& end) {
    return message_of(end);
  } catch (const Error& error) {
    return message_of(error);
  } catch (const std::exception& failure) {
    return message_of(Error(failure.what(), "`warpledger doctor` says what works on this machine"));
  }
}

/// Makes this process die with the worker; false if the worker has already ended.
bool tie_to_worker(int fd) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  pollfd end{fd, 0, 0};
  return poll(&end, 1, 0) == 0;
}

void serve(int fd, const std::function<void()>& confine) {
  const json load = receive_message(fd);
  if (load.is_null()) return;
  KernelServer server(load);
  const auto others = static_cast<unsigned>(fd);
  close_range(STDERR_FILENO + 1, others - 1, 0);
  close_range(others + 1, ~0U, 0);
  server.make_files();
  confine();
  for (json request = load; !request.is_null(); request = receive_message(fd))
    send_message(fd, answer(server, request));
}

}  // namespace

void serve_kernels(int fd, const std::function<void()>& confine) {
  try {
    if (tie_to_worker(fd)) serve(fd, confine);
  } catch (const Error&) {
    // The worker is gone or sent a malformed message.
  }
  _exit(0);  // skips destructors, which could run code of the program
}

}  // namespace warpledger
