#pragma once

#include <optional>
#include <string>

#include "base/subprocess.h"

namespace warpledger::e2e {

/// A real sshd of this user alone, on a port of 127.0.0.1 that only it listens on. All that it has lies in a folder:
/// its own key; `authorized_keys`, which it reads at each connection; `home`, that of whoever connects. Killed when
/// this ends.
class SshDaemon {
 public:
  /// Why none can be started here; empty when one may.
  static std::string absence();

  /// Starts one in `folder`, and writes its public key to `known_hosts` there.
  explicit SshDaemon(const std::string& folder);

  /// Why it did not start; empty when it listens.
  const std::string& failure() const { return failure_; }
  int port() const { return port_; }
  /// "user@lab": what ssh() takes for this machine.
  std::string address() const;
  /// The words that begin a connection: "ssh -F FILE".
  std::string ssh() const { return "ssh -F " + folder_ + "/ssh_config"; }
  /// What it has said so far.
  std::string log() const;

 private:
  void write_configuration() const;

  std::string folder_;
  int port_;
  std::string failure_;
  std::optional<Subprocess> process_;
};

}  // namespace warpledger::e2e
