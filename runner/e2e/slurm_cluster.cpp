#include "e2e/slurm_cluster.h"

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "e2e/free_port.h"

namespace warpledger::e2e {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// The daemons lie where only root's PATH leads.
std::string daemon(const std::string& name) {
  for (const char* folder : {"/usr/sbin/", "/usr/bin/", "/usr/local/sbin/"})
    if (fs::exists(folder + name)) return folder + name;
  return "";
}

std::string host_name() {
  char name[256] = {};
  gethostname(name, sizeof name - 1);
  return std::string(name).substr(0, std::string(name).find('.'));
}

template <class Condition>
bool comes_true(double within_s, Condition condition) {
  const auto end = Clock::now() + std::chrono::duration<double>(within_s);
  while (!condition()) {
    if (Clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  return true;
}

}  // namespace

std::string SlurmCluster::absence() {
  if (geteuid() != 0) return "only root can start a Slurm";
  for (const char* name : {"munged", "slurmctld", "slurmd"})
    if (daemon(name).empty()) return std::string(name) + " is not installed: scripts/setup slurm";
  return "";
}

void SlurmCluster::write_configuration() const {
  const std::string folder = folder_.path(), host = host_name();
  for (const char* inside : {"/munge", "/state", "/spool"}) fs::create_directory(folder + inside);
  fs::permissions(folder, fs::perms(0755));
  fs::permissions(folder + "/munge", fs::perms(0700));
  std::ofstream(folder + "/munge/key") << std::string(1024, 'k');  // who sees it is root already
  fs::permissions(folder + "/munge/key", fs::perms(0400));
  for (const char* gpu : {"/gpu0", "/gpu1"}) std::ofstream(folder + gpu) << "";
  std::ofstream(folder + "/gres.conf") << "Name=gpu Type=a100 File=" << folder << "/gpu[0-1]\n";
  std::ofstream(folder + "/slurm.conf")
      << "ClusterName=test\nSlurmctldHost=" << host << "(127.0.0.1)\nSlurmctldPort=" << free_port()
      << "\nSlurmdPort=" << free_port()
      << "\nSlurmUser=root\nSlurmdUser=root\nAuthType=auth/munge\nAuthInfo=socket=" << folder
      << "/munge.socket\nCredType=cred/munge\nStateSaveLocation=" << folder << "/state\nSlurmdSpoolDir=" << folder
      << "/spool\nSlurmctldPidFile=" << folder << "/slurmctld.pid\nSlurmdPidFile=" << folder
      << "/slurmd.pid\nProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nSelectType=select/cons_tres\n"
         "SelectTypeParameters=CR_Core\nSchedulerType=sched/builtin\nSchedulerParameters=batch_sched_delay=1\n"
         "GresTypes=gpu\nMpiDefault=none\nJobAcctGatherType=jobacct_gather/none\n"
         "AccountingStorageType=accounting_storage/none\nReturnToService=2\nKillWait=5\nMaxArraySize=10\n"
         "PropagateResourceLimits=NONE\nNodeName="
      << host << " NodeAddr=127.0.0.1 CPUs=" << std::max(2U, std::thread::hardware_concurrency())
      << " Gres=gpu:a100:2 State=UNKNOWN\nPartitionName=gpu Nodes=" << host
      << " Default=YES MaxTime=60 State=UP OverSubscribe=YES\n";
}

SlurmCluster::SlurmCluster() {
  write_configuration();
  const std::string folder = folder_.path();
  const auto start = [&](std::vector<std::string> words) {
    words[0] = daemon(words[0]);
    std::string line = "exec";
    for (const std::string& word : words) line += " " + word;
    daemons_.emplace_back(ChildSetup{.words = {"/bin/sh", "-c", line + " >>" + folder + "/log 2>&1"},
                                     .folder = folder,
                                     .environment = std::nullopt,
                                     .descriptors = {},
                                     .without_input = true});
  };
  start({"munged", "--foreground", "--force", "--key-file=munge/key", "--socket=" + folder + "/munge.socket",
         "--pid-file=" + folder + "/munge/pid", "--log-file=" + folder + "/munge/log",
         "--seed-file=" + folder + "/munge/seed"});
  if (!comes_true(20, [&] { return fs::exists(folder + "/munge.socket"); })) {
    failure_ = "munged does not start: " + read_file(folder + "/log");
    return;
  }
  start({"slurmctld", "-D", "-f", folder + "/slurm.conf"});
  start({"slurmd", "-D", "-f", folder + "/slurm.conf", "-N", host_name()});
  const auto is_up = [&] { return answer("sinfo --noheader --format=%t").find("idle") == 0; };
  if (!comes_true(30, is_up)) failure_ = "Slurm does not start: " + read_file(folder + "/log");
}

SlurmCluster::~SlurmCluster() {
  if (failure_.empty()) {
    answer("scancel --user=root");
    is_idle_soon();
  }
  while (!daemons_.empty()) {
    kill(daemons_.back().id(), SIGTERM);
    daemons_.back().end(10);
    daemons_.pop_back();
  }
}

Ended SlurmCluster::shell(const std::string& command, const std::string& folder) const {
  return e2e::shell("export SLURM_CONF=" + folder_.path().string() + "/slurm.conf; " + command, folder);
}

std::string SlurmCluster::answer(const std::string& command) const { return shell(command, folder_.path()).out; }

bool SlurmCluster::is_idle_soon() const {
  return comes_true(60, [&] {
    release();
    return answer("squeue --noheader").empty();
  });
}

std::vector<std::string> SlurmCluster::running_tasks() const {
  std::istringstream lines(answer("squeue --noheader --array --states=RUNNING --format='%i %j' | grep -v merge"));
  std::vector<std::string> tasks;
  for (std::string id, name; lines >> id >> name;) tasks.push_back(id);
  return tasks;
}

// A node refuses credentials as old as the end of the last start, in whole seconds: a start in that second fails the
// job.
void SlurmCluster::release() const {
  answer(
      "for job in $(squeue --noheader --array --states=PENDING --format='%i:%r' | grep BeginTime); do "
      "sleep 1.5; scontrol update JobId=${job%:*} StartTime=now; done");
}

}  // namespace warpledger::e2e
