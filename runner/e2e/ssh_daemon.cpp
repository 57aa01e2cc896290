#include "e2e/ssh_daemon.h"

#include <pwd.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/file.h"
#include "e2e/free_port.h"

namespace warpledger::e2e {
namespace {

constexpr const char* kProgram = "/usr/sbin/sshd";

/// As root it wants a folder that a service makes; it gets one that nobody else sees. It ends with a test that is
/// killed.
std::string start_command(const std::string& configuration) {
  const std::string daemon = std::string("exec setpriv --pdeathsig TERM ") + kProgram + " -D -f " + configuration;
  if (geteuid() != 0) return daemon;
  return "exec unshare --mount sh -c 'mount -t tmpfs none /run && mkdir -m 755 /run/sshd && " + daemon + "'";
}

}  // namespace

std::string SshDaemon::absence() {
  if (!std::filesystem::exists(kProgram)) return "there is no /usr/sbin/sshd: apt-get install openssh-server";
  if (find_in_path("ssh").empty() || find_in_path("ssh-keygen").empty()) return "there is no ssh";
  return getpwuid(geteuid()) == nullptr ? "this user has no account" : "";
}

std::string SshDaemon::address() const { return std::string(getpwuid(geteuid())->pw_name) + "@lab"; }

std::string SshDaemon::log() const {
  const std::string file = folder_ + "/sshd.log";
  return std::filesystem::exists(file) ? read_file(file) : "";
}

void SshDaemon::write_configuration() const {
  std::ofstream(folder_ + "/sshd_config")
      << "ListenAddress 127.0.0.1:" << port_ << "\nHostKey " << folder_ << "/host_key\nAuthorizedKeysFile " << folder_
      << "/authorized_keys\nStrictModes no\nUsePAM no\nPidFile none\nPasswordAuthentication no\n"
      << "KbdInteractiveAuthentication no\nPermitRootLogin prohibit-password\nSetEnv HOME=" << folder_ << "/home\n";
  std::ofstream(folder_ + "/ssh_config") << "Host lab\n  HostName 127.0.0.1\n  HostKeyAlias lab\n  Port " << port_
                                         << "\n";
}

SshDaemon::SshDaemon(const std::string& folder) : folder_(folder), port_(free_port()) {
  write_configuration();
  run_process({"ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder + "/host_key"}, folder);
  std::ofstream(folder + "/known_hosts") << "lab " << read_file(folder + "/host_key.pub");
  const std::string command = start_command(folder + "/sshd_config -E " + folder + "/sshd.log");
  process_.emplace(ChildSetup{.words = {"sh", "-c", command},
                              .folder = folder,
                              .environment = {},
                              .descriptors = {},
                              .without_input = true,
                              .apart = true});
  constexpr double kStep_s = 0.05;
  while (log().find("Server listening") == std::string::npos)
    if (process_->status_within(kStep_s)) {
      failure_ = "sshd does not start here: " + log();
      return;
    }
}

}  // namespace warpledger::e2e
