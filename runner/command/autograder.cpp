#include "grading/pages/autograder.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "base/error.h"
#include "base/file.h"
#include "command/command.h"
#include "command/experiment_run.h"
#include "command/terminal.h"
#include "spec/library.h"

namespace warpledger {
namespace {

constexpr const char* kAutograderExplanation =
    "Zip what is in the folder and upload it to Gradescope; to Autolab (--for autolab), upload its two files. Each "
    "submission is then checked when it is handed in: the student immediately sees what compiles, what is correct, "
    "and what the rules say, and what is open until the class is graded.\n\n"
    "Without --bridge, the platform's container checks on its CPU. It gets the experiment without its hidden grids. "
    "It takes this program along, or a package of it that fits the container's release. With --bridge, the container "
    "sends the submission to a machine with a GPU. The line that is printed lets the key do that, and nothing else, "
    "there.";

void require_bridge_files(const AutograderRequest& request) {
  if (request.bridge.empty()) return;
  if (request.bridge.starts_with('-'))
    throw Error(fmt::format("--bridge: '{}' is no machine", request.bridge), "write user@host");
  if (request.key.empty() || request.known_hosts.empty())
    throw Error("--bridge needs --key and --known-hosts",
                "make them with ssh-keygen -t ed25519 -N '' -f KEY, and ssh-keyscan HOST > FILE");
}

void make_autograder(const AutograderRequest& request) {
  const Paths paths = find_paths();
  const Library found(paths.roots);
  const Library library = found.with_root_of(found.experiment_path(request.experiment));
  load_experiment(library, {.experiment = request.experiment, .overrides = {.set = request.set, .positional = {}}});
  require_bridge_files(request);
  if (request.platform == Platform::autolab && !request.package.empty())
    throw Error("--package is for Gradescope, which installs it",
                "install the package in the image of Autolab, or leave the option out: this program is taken along");
  std::string line;
  if (!request.bridge.empty()) line = authorized_key(request, library, paths, read_file(request.key + ".pub"));
  write_autograder(request, library, paths);
  if (request.platform == Platform::autolab)
    print_text(fmt::format("autograder of {} in {}: upload autograde-Makefile and autograde.tar\n", request.experiment,
                           request.folder));
  else
    print_text(fmt::format("autograder of {} in {}; zip what is in it: cd {} && zip -r ../autograder.zip .\n",
                           request.experiment, request.folder, request.folder));
  if (!line.empty()) print_text(fmt::format("on {}, this line in ~/.ssh/authorized_keys:\n{}\n", request.bridge, line));
}

}  // namespace

void add_autograder(Arguments& arguments) {
  const auto request = std::make_shared<AutograderRequest>();
  constexpr int kGradescopesLimit_s = 540;  // Gradescope stops after 10 minutes
  request->limit_s = kGradescopesLimit_s;
  arguments.explain(kAutograderExplanation);
  arguments.text("experiment", request->experiment, "an experiment with a `grading:`")
      .value_name("EXPERIMENT")
      .required();
  arguments.text("-o,--output", request->folder, "create this folder").value_name("FOLDER").required();
  arguments.choice<Platform>("--for", request->platform,
                             {{"gradescope", Platform::gradescope}, {"autolab", Platform::autolab}},
                             "the platform where students submit");
  request->device = "auto";
  arguments.text("--device", request->device, kDeviceHelp).value_name("DEVICE");
  arguments.repeated("--set", request->set, "check a smaller grid: warps=4, d_l=4,8").value_name("NAME=VALUE");
  arguments.duration("--limit", request->limit_s, "how long one check may take, from 1s to 24h", 1, 86'400);
  const CommandArgument package =
      arguments.text("--package", request->package, "a Debian package of warpledger that the container installs")
          .value_name("FILE");
  const CommandArgument bridge =
      arguments.text("--bridge", request->bridge, "the machine that checks, as ssh calls it: user@host")
          .value_name("HOST")
          .excludes(package);
  arguments.text("--key", request->key, "a private key of ssh for it, without a passphrase; KEY.pub lies beside it")
      .value_name("FILE")
      .needs(bridge);
  arguments.text("--known-hosts", request->known_hosts, "that machine's public key, as ssh-keyscan prints it")
      .value_name("FILE")
      .needs(bridge);
  constexpr int kOftenEnough = 10;
  request->per_student = kOftenEnough;
  arguments
      .whole("--per-student", request->per_student,
             "hand-ins of one student within an hour that the bridge takes; 0: any number", 0, 3600)
      .value_name("N")
      .needs(bridge);
  arguments.run([request] {
    make_autograder(*request);
    return kAllOk;
  });
}

}  // namespace warpledger
