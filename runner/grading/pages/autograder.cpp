#include "grading/pages/autograder.h"

#include <fmt/format.h>

#include <filesystem>
#include <sstream>
#include <system_error>
#include <utility>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file.h"
#include "base/shell_command.h"
#include "base/subprocess.h"
#include "grading/pages/gradescope_results.h"
#include "grading/pages/scoreboard.h"
#include "grading/pages/write_class.h"
#include "grading/score/graded_class.h"
#include "model/device_name.h"
#include "run/open_experiment.h"
#include "spec/experiment.h"
#include "spec/family.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

constexpr int kWaitingChecks = 8;  // at one bridge
constexpr const char* kAutolabMakefile = "autograde-Makefile";

void carry(const fs::path& from, const fs::path& to) {
  fs::create_directories(to.parent_path());
  fs::copy(from, to, fs::copy_options::recursive | fs::copy_options::skip_existing);
}

void carry_if_there(const fs::path& from, const fs::path& to) {
  if (fs::exists(from)) carry(from, to);
}

fs::path own_root(const Paths& paths) { return fs::path(schema_folder(paths.roots)).parent_path(); }

fs::path bundled(const Library& library, const std::string& file) {
  for (const std::string& root : library.roots())
    if (fs::path path = fs::path(root) / "autograder" / file; fs::exists(path)) return path;
  throw Error(fmt::format("the program's own data (autograder/{}) is missing", file), "install it again");
}

/// Copies the experiment and what the course adds to the program's data.
void write_course(const Experiment& experiment, const Library& library, const Paths& paths, const fs::path& course) {
  fs::create_directories(course / "experiments");
  write_file((course / "experiments" / (experiment.name + ".yaml")).string(), without_hidden(experiment.text));
  for (const std::string& name : experiment.files_in_grid())
    carry(fs::path(experiment.files->folder()) / name, course / "experiments" / name);
  const fs::path family = library.family_folder(experiment.only_family().name), kernels = family.parent_path();
  carry(family, course / "kernels" / family.filename());
  const std::string file = (family / "family.yaml").string();
  for (const std::string& included : files_named_in(file, read_file(file)).included)
    carry(kernels / included, course / "kernels" / included);
  for (const std::string& root : library.roots())
    for (const char* kind : {"metrics", "devices", "reports"})
      if (fs::weakly_canonical(root) != fs::weakly_canonical(own_root(paths)))
        carry_if_there(fs::path(root) / kind, course / kind);
}

/// Copies the layout of an installation, with the libraries of a portable one.
void write_program(const Paths& paths, const fs::path& folder) {
  const fs::path program = paths.program;
  carry(program, folder / "bin/warpledger");
  carry_if_there(program.parent_path() / "lib", folder / "bin/lib");
  for (const char* kind : {"schema", "metrics", "devices", "reports"})
    carry(own_root(paths) / kind, folder / "share/warpledger" / kind);
}

/// Throws Error if the copied experiment is invalid or still has hidden grids.
void require_same_grading(const Experiment& experiment, const fs::path& course, const Paths& paths) {
  const std::string copied = (course / "experiments" / (experiment.name + ".yaml")).string();
  const Experiment read = load_graded_experiment(Library({course.string(), own_root(paths).string()}), copied);
  if (!read.grading->hidden.empty())
    throw Error({.file = experiment.file}, "the hidden grids cannot be taken out of this text",
                "write `hidden:` and its grids on lines of their own");
}

std::string settings_of(const AutograderRequest& request, const Experiment& experiment) {
  std::string set;
  for (const std::string& change : request.set) set += " --set " + shell_command({change});
  return fmt::format(
      "# What is to be checked, and how.\nexperiment={}\ndevice={}\nset=({})\nlimit_s={}\nbridge={}\nno_scores={}\n",
      shell_command({experiment.name}), shell_command({request.device}), set.empty() ? "" : set.substr(1),
      request.limit_s, request.bridge.empty() ? "''" : shell_command({request.bridge}),
      shell_command({autolab_refusal(*experiment.grading)}));
}

std::vector<std::string> scripts_of(Platform platform) {
  if (platform == Platform::autolab) return {"checks.sh", "run_autolab"};
  return {"checks.sh", "setup.sh", "run_autograder"};
}

void write_bundle(const AutograderRequest& request, const Library& library, const Paths& paths, const fs::path& made) {
  const Experiment experiment = load_graded_experiment(library, request.experiment);
  for (const std::string& script : scripts_of(request.platform)) carry(bundled(library, script), made / script);
  write_file((made / "settings.sh").string(), settings_of(request, experiment));
  if (!request.bridge.empty()) {
    write_file((made / "bridge_key").string(), read_file(request.key));
    write_file((made / "known_hosts").string(), read_file(request.known_hosts));
    return;
  }
  write_course(experiment, library, paths, made / "course");
  require_same_grading(experiment, made / "course", paths);
  if (request.package.empty())
    write_program(paths, made / "program");
  else
    write_file((made / "warpledger.deb").string(), read_file(request.package));
}

/// True if a GPU checks. Autolab's machine has none unless the request names it.
bool checks_on_gpu(const AutograderRequest& request) {
  const DeviceName device = parse_device_name(request.device);
  return device.is_gpu() || (device.kind == DeviceName::Kind::automatic && !request.bridge.empty());
}

void write_autolab_notes(const AutograderRequest& request, const Grading& grading, const fs::path& made) {
  std::string notes = fmt::format(
      "Upload {} and autograde.tar where the assessment's autograder is set up. Give its problems the names and "
      "points\n"
      "of the grading.\n\n",
      kAutolabMakefile);
  const std::string columns = checks_on_gpu(request) ? scoreboard_specification(grading) : "";
  if (columns.empty()) {
    notes +=
        "Scoreboard: leave its column specification empty, so that it shows the scores: no time is measured here.\n";
  } else {
    write_file((made / "scoreboard.json").string(), columns);
    notes += "Scoreboard: paste what is in scoreboard.json as its column specification. It has points and times.\n";
  }
  write_file((made / "README").string(), notes);
}

void write_autolab_files(const AutograderRequest& request, const Library& library, const Paths& paths,
                         const fs::path& made) {
  const TemporaryFolder contents;
  write_bundle(request, library, paths, contents.path());
  carry(bundled(library, kAutolabMakefile), made / kAutolabMakefile);
  write_autolab_notes(request, *load_graded_experiment(library, request.experiment).grading, made);
  const fs::path tar = made / "autograde.tar";
  const ProcessEnd end = run_process({"tar", "--owner=0", "--group=0", "-cf", tar.string(), "."}, contents.path());
  if (end.exit_code != 0)
    throw Error({.file = tar.string()}, "tar cannot make this file: " + end.output, "check that the disk has room");
}

}  // namespace

void write_autograder(const AutograderRequest& request, const Library& library, const Paths& paths) {
  require_new_folder(request.folder);
  const fs::path plain = fs::absolute(request.folder).lexically_normal();
  const fs::path wanted = plain.has_filename() ? plain : plain.parent_path();
  try {
    fs::create_directories(wanted.parent_path());
    AtomicFile place(request.folder);
    const fs::path made = place.path();
    fs::create_directory(made);
    fs::permissions(made, fs::perms::owner_all);  // has the bridge's key
    if (request.platform == Platform::autolab)
      write_autolab_files(request, library, paths, made);
    else
      write_bundle(request, library, paths, made);
    if (!place.commit()) refuse_taken_folder(request.folder);
  } catch (const fs::filesystem_error& failure) {
    throw Error({.file = failure.path1().string()}, failure.code().message(), "check the path and its permissions");
  }
}

std::string authorized_key(const AutograderRequest& request, const Library& library, const Paths& paths,
                           const std::string& public_key) {
  const std::string key = public_key.substr(0, public_key.find('\n'));
  if (public_key.size() > key.size() + 1 || key.find(' ') == std::string::npos)
    throw Error({.file = request.key + ".pub"}, "this is no public key of ssh", "ssh-keygen writes it beside the key");
  std::vector<std::string> words = {"timeout",
                                    "-s",
                                    "INT",
                                    "-k",
                                    "45",
                                    fmt::format("{}", request.limit_s),
                                    paths.program,
                                    "check",
                                    "-",
                                    "--experiment",
                                    fs::absolute(library.experiment_path(request.experiment)).string(),
                                    "--device",
                                    request.device,
                                    "--queue",
                                    fmt::format("{}", kWaitingChecks)};
  if (request.platform == Platform::autolab)
    words.insert(words.end(), {"--quiet", "--autolab"});
  else
    words.insert(words.end(), {"--results", "-"});
  if (request.per_student > 0 && request.platform == Platform::gradescope)  // Autolab does not say who submits
    words.insert(words.end(), {"--per-student", fmt::format("{}", request.per_student)});
  for (const std::string& change : request.set) words.insert(words.end(), {"--set", change});
  std::string quoted;
  for (const char c : shell_command(words)) quoted += c == '"' ? std::string("\\\"") : std::string(1, c);
  return fmt::format("command=\"{}\",restrict {}", quoted, key);
}

std::string without_hidden(const std::string& experiment_text) {
  std::istringstream lines(experiment_text);
  std::string kept, line;
  bool in_grading = false;
  std::size_t indent = std::string::npos;  // of the key while its lines are skipped
  while (std::getline(lines, line)) {
    const std::size_t begin = line.find_first_not_of(' ');
    const bool says_nothing = begin == std::string::npos || line[begin] == '#';
    if (indent != std::string::npos && !says_nothing && (begin < indent || (begin == indent && line[begin] != '-')))
      indent = std::string::npos;
    if (begin == 0 && !says_nothing) in_grading = line.starts_with("grading:");
    if (in_grading && !says_nothing && begin > 0 && line.compare(begin, 7, "hidden:") == 0) indent = begin;
    if (indent == std::string::npos) kept += line + "\n";
  }
  return kept;
}

}  // namespace warpledger
