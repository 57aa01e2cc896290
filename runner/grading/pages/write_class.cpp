#include "grading/pages/write_class.h"

#include <fmt/format.h>

#include <cstddef>
#include <filesystem>
#include <set>
#include <system_error>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file.h"
#include "base/text_width.h"
#include "grading/pages/class_page.h"
#include "grading/pages/gradebook.h"
#include "grading/pages/gradescope_results.h"
#include "grading/pages/student_page.h"
#include "grading/score/graded_class.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

constexpr int kTextWidth = 120;  // columns of class.txt

void check_names(const GradedClass& graded) {
  std::set<std::string> seen;
  for (const GradedSubmission& submission : graded.submissions) {
    const std::string& name = submission.sheet.submission;
    const bool plain =
        !name.empty() && !name.starts_with('.') && name.find('/') == std::string::npos && one_line(name) == name;
    if (!plain)
      throw Error(fmt::format("submission '{}' cannot have a folder of its name", one_line(name)),
                  "grade it under a name without '/' that does not begin with '.'");
    if (!seen.insert(name).second)
      throw Error(fmt::format("two submissions are called '{}'", name), "grade one of them under another name");
  }
}

void write_students(const GradedClass& graded, const fs::path& folder, const PageAssets& assets,
                    const StudentTables& tables) {
  const auto options = [&](Format format) { return ReportOptions{format, {kTextWidth}, assets}; };
  for (const GradedSubmission& submission : graded.submissions) {
    if (submission.absent) continue;
    const fs::path own = folder / "students" / submission.sheet.submission;
    fs::create_directories(own);
    const StudentGrade grade = student_grade(graded, submission);
    const auto page = [&](Format format) { return student_page(grade, tables(grade.run, format), options(format)); };
    write_file(own / "index.html", page(Format::html));
    write_file(own / "index.md", page(Format::markdown));
    write_file(own / "results.json", gradescope_json(grade));
  }
}

void write_overview(const GradedClass& graded, const fs::path& folder, const PageAssets& assets) {
  const auto options = [&](Format format) { return ReportOptions{format, {kTextWidth}, assets}; };
  write_file(folder / "class.txt", class_page(graded, options(Format::text)));
  write_file(folder / "class.md", class_page(graded, options(Format::markdown)));
  write_file(folder / "class.csv", class_page(graded, options(Format::csv)));
  write_file(folder / "class.html", class_page(graded, options(Format::html), true));
  write_file(folder / "gradebook.csv", gradebook_csv(graded));
  if (graded.people.empty()) return;
  write_file(folder / "canvas.csv", canvas_csv(graded));
  write_file(folder / "gradescope.csv", gradescope_csv(graded));
}

fs::path plain_path(const std::string& folder) {
  const fs::path target = fs::absolute(folder).lexically_normal();
  return target.has_filename() ? target : target.parent_path();
}

}  // namespace

void require_new_folder(const std::string& folder) {
  const fs::path wanted = plain_path(folder);
  std::error_code unknown;  // creating the folder reports the error
  if (fs::exists(wanted, unknown) && !(fs::is_directory(wanted, unknown) && fs::is_empty(wanted, unknown)))
    refuse_taken_folder(folder);
}

void refuse_taken_folder(const std::string& folder) {
  throw Error({.file = folder}, "this is not an empty folder", "name another folder, or remove this one");
}

void write_class(const GradedClass& graded, const std::string& folder, const PageAssets& assets,
                 const StudentTables& tables, const std::string& copies_html) {
  check_names(graded);
  require_new_folder(folder);
  try {
    fs::create_directories(plain_path(folder).parent_path());
    AtomicFile place(folder);
    const fs::path made = place.path();
    fs::create_directory(made);
    fs::permissions(made, fs::perms::owner_all);  // grades are private
    write_overview(graded, made, assets);
    write_file(made / "copies.html", copies_html);
    write_students(graded, made, assets, tables);
    if (!place.commit()) refuse_taken_folder(folder);
  } catch (const fs::filesystem_error& failure) {
    throw Error({.file = folder}, fmt::format("cannot be created: {}", failure.code().message()),
                "check that its parent folder is writable");
  }
}

}  // namespace warpledger
