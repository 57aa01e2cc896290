// Hostile archives are rejected, or read within their folder and limits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "submissions/archive_fixture.h"
#include "submissions/submissions.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

const MadeEntry kKernel{.name = "norm.cu", .bytes = "// norm\n"};

/// The file, its bytes, and the expected part of the error or, if that is empty, the names read.
struct Hostile {
  const char* what;
  const char* file;
  std::function<std::string()> bytes;
  const char* refusal;
  std::vector<std::string> read = {};
};

std::string many_entries(MadeKind kind, int count, const std::string& ending) {
  std::vector<MadeEntry> entries;
  for (int i = 0; i < count; ++i) entries.push_back({.name = "f" + std::to_string(i) + ending});
  return made_archive(kind, entries);
}

/// Replaces `from` by `to`, of the same length.
std::string patched(std::string bytes, const std::string& from, const std::string& to) {
  std::size_t changed = 0;
  for (std::size_t at = bytes.find(from); at != std::string::npos; at = bytes.find(from, at + to.size()), ++changed)
    bytes.replace(at, from.size(), to);
  if (changed == 0 || from.size() != to.size()) throw Error("nothing to patch", "mend the test");
  return bytes;
}

std::string zip(std::vector<MadeEntry> entries) { return made_archive(MadeKind::zip, entries); }
std::string tar_gz(std::vector<MadeEntry> entries) { return made_archive(MadeKind::tar_gz, entries); }

std::string zeros(std::size_t mebibytes) { return std::string(mebibytes << 20, '\0'); }

const std::vector<Hostile>& hostile_archives() {
  static const std::vector<Hostile> all = {
      {"an absolute path in a zip", "x.zip",
       [] {
         return zip({kKernel, {.name = "/etc/cron.d/x.cu"}});
       },
       "the entry '/etc/cron.d/x.cu' leads out of the archive"},
      {"an absolute path in a tar", "x.tar.gz",
       [] {
         return tar_gz({kKernel, {.name = "/tmp/x.cu"}});
       },
       "leads out of the archive"},
      {"a path upwards", "x.zip",
       [] {
         return zip({kKernel, {.name = "../ben/norm.cu"}});
       },
       "leads out"},
      {"a path upwards from within", "x.tar.gz",
       [] {
         return tar_gz({kKernel, {.name = "a/../../norm.cu"}});
       },
       "leads out"},
      {"a path upwards of what is no code", "x.zip",
       [] {
         return zip({kKernel, {.name = "../../.bashrc"}});
       },
       "leads out"},
      {"a path with backslashes", "x.zip",
       [] {
         return zip({kKernel, {.name = "..\\..\\norm.cu"}});
       },
       "leads out"},
      {"a drive of Windows", "x.zip",
       [] {
         return zip({kKernel, {.name = "C:/norm.cu"}});
       },
       "leads out"},
      {"a symbolic link to a file", "x.tar.gz",
       [] {
         return tar_gz({kKernel, {.name = "own.cu", .type = S_IFLNK, .link = "/etc/passwd"}});
       },
       "own.cu is a link or a device"},
      {"a symbolic link in a zip", "x.zip",
       [] {
         return zip({kKernel, {.name = "own.cu", .type = S_IFLNK, .link = "/etc/passwd"}});
       },
       "own.cu is a link or a device"},
      {"a folder that is a link, and a file below it",
       "x.tar.gz",
       [] {
         return tar_gz({{.name = "up", .type = S_IFLNK, .link = "/tmp"}, {.name = "up/norm.cu", .bytes = "// x\n"}});
       },
       "",
       {"up/norm.cu"}},
      {"a hard link to a file outside", "x.tar.gz",
       [] {
         return tar_gz({kKernel, {.name = "own.cu", .hard_link = "/etc/passwd"}});
       },
       "own.cu is a link or a device"},
      {"a character device", "x.tar.gz",
       [] {
         return tar_gz({kKernel, {.name = "zero.cu", .type = S_IFCHR}});
       },
       "zero.cu is a link or a device"},
      {"a block device", "x.tar.gz",
       [] {
         return tar_gz({kKernel, {.name = "disk.cu", .type = S_IFBLK}});
       },
       "disk.cu is a link or a device"},
      {"a pipe", "x.tar.gz",
       [] {
         return tar_gz({kKernel, {.name = "pipe.cu", .type = S_IFIFO}});
       },
       "pipe.cu is a link or a device"},
      {"a source of 2 MiB from 2 KiB", "x.zip", [] { return zip({{.name = "norm.cu", .bytes = zeros(2)}}); },
       "norm.cu in it has more than 1.0 MiB"},
      {"260 MiB of what is no code in a zip", "x.zip",
       [] {
         return zip({kKernel, {.name = "a.bin", .bytes = zeros(130)}, {.name = "b.bin", .bytes = zeros(130)}});
       },
       "unpacked, the archive has more than 256.0 MiB"},
      {"260 MiB of what is no code in a tar", "x.tar.gz",
       [] {
         return tar_gz({{.name = "a.bin", .bytes = zeros(260)}, kKernel});
       },
       "unpacked, the archive has more than 256.0 MiB"},
      {"8 EiB by its header", "x.tar",
       [] { return made_archive(MadeKind::tar, {{.name = "a.bin", .size = INT64_MAX - 4096}}); },
       "unpacked, the archive has more than 256.0 MiB"},
      {"a header that says less than there is", "x.zip",
       [] {
         // Both headers of the zip claim 16 bytes instead of 0x180000.
         return patched(made_archive(MadeKind::stored_zip, {{.name = "norm.cu", .bytes = std::string(0x180000, ' ')}}),
                        std::string("\x00\x00\x18\x00", 4), std::string("\x10\x00\x00\x00", 4));
       },
       "the archive cannot be read"},
      {"20 000 entries", "x.zip", [] { return many_entries(MadeKind::zip, 20'000, ".txt"); },
       "more than 10000 entries"},
      {"20 000 folders", "x.tar.gz",
       [] {
         std::vector<MadeEntry> folders(20'000, {.name = "d/", .type = S_IFDIR});
         return tar_gz(folders);
       },
       "more than 10000 entries"},
      {"65 sources", "x.zip", [] { return many_entries(MadeKind::zip, 65, ".cu"); },
       "more than 64 files of device code"},
      {"an archive in an archive", "x.zip", [] { return zip({{.name = "inner.zip", .bytes = zip({kKernel})}}); },
       "this archive has no .cu file"},
      {"gzip in gzip", "x.tar.gz", [] { return made_archive(MadeKind::tar_gz_gz, {kKernel}); },
       "packed several times over"},
      {"gzip 20 times over", "x.tar.gz",
       [] {
         std::string bytes = tar_gz({kKernel});
         for (int i = 0; i < 20; ++i) bytes = gzipped(bytes);
         return bytes;
       },
       "packed several times over"},
      {"1 GiB of zeros in gzip and no tar", "x.tar.gz",
       [] {
         std::string bytes = gzipped(zeros(64));
         std::string members;
         for (int i = 0; i < 16; ++i) members += bytes;
         return members;
       },
       ""},
      {"a name twice", "x.zip",
       [] {
         return zip({kKernel, {.name = "./norm.cu", .bytes = "// other\n"}});
       },
       "norm.cu is in it twice"},
      {"a file that is a folder as well",
       "x.tar.gz",
       [] {
         return tar_gz({kKernel, {.name = "norm.cu/more.cu", .bytes = "// x\n"}});
       },
       "",
       {"norm.cu", "norm.cu/more.cu"}},
      {"a name with a control character", "x.zip", [] { return zip({{.name = "no\x1b[2Jrm.cu"}}); },
       "contains a quote, a backslash, a control character"},
      {"a name of 5000 letters", "x.tar.gz",
       [] {
         return tar_gz({kKernel, {.name = std::string(5000, 'x') + ".cu"}});
       },
       "a longer one than files have"},
      {"a name that reads from right to left", "x.zip",
       [] {
         return zip({kKernel, {.name = "be\xe2\x80\xaeuc.cu", .bytes = "// x\n"}});
       },
       "contains a quote"},
      {"a name in another encoding", "x.tar.gz", [] { return tar_gz({{.name = "m\xfcller.cu"}}); }, "not UTF-8"},
      {"a password", "x.zip", [] { return made_archive(MadeKind::encrypted_zip, {kKernel}); }, "encrypted"},
      {"another kind of archive", "x.zip", [] { return made_archive(MadeKind::seven_zip, {kKernel}); },
       "the archive cannot be read"},
      {"a zip cut off", "x.zip", [] { return zip({kKernel}).substr(0, 60); }, "the archive cannot be read"},
      {"a tar cut off", "x.tar.gz",
       [] {
         std::string bytes = tar_gz({{.name = "norm.cu", .bytes = std::string(100'000, 'x')}});
         return bytes.substr(0, bytes.size() / 2);
       },
       "the archive cannot be read"},
      {"a zip with a wrong checksum", "x.zip",
       [] { return patched(made_archive(MadeKind::stored_zip, {kKernel}), "// norm\n", "// Norm\n"); },
       "the archive cannot be read"},
      {"an empty file", "x.zip", [] { return std::string(); }, "the archive is empty"},
      {"a zip without entries", "x.zip", [] { return "PK\x05\x06" + std::string(18, '\0'); }, "the archive is empty"},
      {"a tar without entries", "x.tar.gz", [] { return tar_gz({}); }, "the archive is empty"},
      {"a text", "x.tar.gz", [] { return std::string("hello\n"); }, "the archive cannot be read"},
      {"random bytes behind a zip's first ones", "x.zip", [] { return "PK\x03\x04" + std::string(4096, '\xa5'); },
       "the archive cannot be read"},
      {"hidden files and what macOS adds",
       "x.zip",
       [] {
         return zip({kKernel, {.name = "__MACOSX/._norm.cu"}, {.name = ".git/x.cu"}});
       },
       "",
       {"norm.cu"}},
  };
  return all;
}

class HostileArchives : public testing::Test {
 protected:
  /// Reads a class with the archive and a valid submission.
  ReadClass read(const Hostile& hostile) const {
    std::ofstream(path() / hostile.file, std::ios::binary) << hostile.bytes();
    std::ofstream(path() / "zoe.cu") << "// zoe\n";
    return read_class(path());
  }
  fs::path path() const { return folder_.path(); }

  TemporaryFolder folder_;
};

TEST_F(HostileArchives, AreOfAtLeastThirtyKinds) { EXPECT_GE(hostile_archives().size(), 30U); }

TEST_F(HostileArchives, AreRefusedOrReadWithinTheirLimitsAndHurtNobodyElse) {
  for (const Hostile& hostile : hostile_archives()) {
    SCOPED_TRACE(hostile.what);
    for (const fs::directory_entry& entry : fs::directory_iterator(path())) fs::remove_all(entry.path());
    const ReadClass found = read(hostile);
    ASSERT_EQ(found.submissions.size(), 2U);
    const auto entries = fs::recursive_directory_iterator(path());
    EXPECT_EQ(std::distance(begin(entries), end(entries)), 2) << "left something behind";
    EXPECT_EQ(found.submissions[1].submission.value().files.at(0).text, "// zoe\n");
    const ReadSubmission& one = found.submissions[0];
    EXPECT_THAT(one.refusal, testing::HasSubstr(hostile.refusal));
    EXPECT_THAT(one.refusal, testing::Not(testing::HasSubstr(path().string()))) << "says where the class lies";
    if (hostile.read.empty()) {
      EXPECT_FALSE(one.submission);
      continue;
    }
    std::vector<std::string> names;
    for (const SourceFile& file : one.submission.value().files) names.push_back(file.name);
    EXPECT_EQ(names, hostile.read);
  }
}

TEST_F(HostileArchives, OfAWholeClassAreRefusedAndWriteNothingOutside) {
  const TemporaryFolder outside;
  const fs::path archive = outside.path() / "class.zip";
  const std::string target = (outside.path() / "escaped.cu").string();
  for (const std::string& name : {target, std::string("../escaped.cu"), std::string("a/../../../escaped.cu")}) {
    std::ofstream(archive, std::ios::binary) << zip({kKernel, {.name = name, .bytes = "// x\n"}});
    EXPECT_THROW(read_class(archive), Error) << name;
    EXPECT_FALSE(fs::exists(target));
  }
}

TEST_F(HostileArchives, OfAWholeClassRefuseWhoHasALinkOrAFileThatIsTooLargeAndNobodyElse) {
  const fs::path archive = path() / "class.zip";
  const MadeEntry large{.name = "class/lars/k.cu", .bytes = zeros(64) + "x"};
  std::ofstream(archive, std::ios::binary) << zip({{.name = "class/anna.cu", .bytes = "// anna\n"},
                                                   {.name = "class/ben.cu", .type = S_IFLNK, .link = "/etc/passwd"},
                                                   {.name = "class/carl/k.cu", .type = S_IFLNK, .link = "/etc/passwd"},
                                                   large});
  const ReadClass found = read_class(archive);
  ASSERT_EQ(found.submissions.size(), 4U);
  EXPECT_EQ(found.submissions[0].refusal, "");
  EXPECT_THAT(found.submissions[1].refusal, testing::HasSubstr("a link"));
  EXPECT_THAT(found.submissions[2].refusal, testing::HasSubstr("link"));
  EXPECT_THAT(found.submissions[3].refusal, testing::HasSubstr("more than a submission's file may have"));
  for (const ReadSubmission& one : found.submissions)
    EXPECT_THAT(one.refusal, testing::Not(testing::HasSubstr("passwd")));
}

}  // namespace
}  // namespace warpledger
