#include "submissions/read_archive.h"

#include <fmt/format.h>
#include <locale.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "base/text_width.h"
#include "submissions/libarchive.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> kArchiveEndings = {".tar.gz", ".zip", ".tgz", ".tar"};
constexpr std::size_t kLongestName = 1024;
constexpr const char* kHandInAnother = "hand in a .zip or .tar.gz of the files alone";

std::string_view archive_ending(const std::string& lower_case_name) {
  for (const std::string_view ending : kArchiveEndings)
    if (lower_case_name.ends_with(ending)) return ending;
  return {};
}

/// Sets the thread's locale to UTF-8: libarchive converts zip entry names to it and drops other characters.
class NamesInUtf8 {
 public:
  NamesInUtf8() : locale_(newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
    if (locale_ != nullptr) former_ = uselocale(locale_);
  }
  ~NamesInUtf8() {
    if (locale_ == nullptr) return;
    uselocale(former_);
    freelocale(locale_);
  }
  NamesInUtf8(const NamesInUtf8&) = delete;
  NamesInUtf8& operator=(const NamesInUtf8&) = delete;

 private:
  locale_t locale_ = nullptr;
  locale_t former_ = nullptr;
};

/// True for an empty file and a zip without entries: libarchive recognizes neither.
bool has_nothing(const std::string& path) {
  constexpr std::string_view kEndOfZip = "PK\x05\x06";
  std::string begin(kEndOfZip.size(), '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return !file.bad() && (file.gcount() == 0 || begin == kEndOfZip);
}

class ArchiveReader {
 public:
  ArchiveReader(const std::string& path, const ArchiveLimits& limits)
      : path_(path), limits_(limits), archive_(lib_.read_new(), lib_.read_free) {
    std::error_code unknown;
    const std::uintmax_t bytes = fs::file_size(path, unknown);
    if (!unknown && bytes > limits.packed_bytes)
      fail(fmt::format("the archive has {}, more than the {} that are read", shown(bytes), shown(limits.packed_bytes)));
    if (!unknown && has_nothing(path)) fail_for_nothing();
    lib_.support_gzip(archive_.get());
    lib_.support_tar(archive_.get());
    lib_.support_zip(archive_.get());
    constexpr std::size_t kBlockBytes = 1 << 16;
    require(lib_.open_filename(archive_.get(), path.c_str(), kBlockBytes));
    if (lib_.filter_count(archive_.get()) > 2) fail("the archive is packed several times over");
  }

  /// Returns false after the last entry. Throws Error if there are no entries.
  bool next() {
    const int result = lib_.next_header(archive_.get(), &entry_);
    if (result == ARCHIVE_EOF && entries_ == 0) fail_for_nothing();
    if (result == ARCHIVE_EOF) return false;
    if (result != ARCHIVE_WARN) require(result);  // the entry's name is in another encoding
    if (++entries_ > limits_.entries) fail(fmt::format("the archive has more than {} entries", limits_.entries));
    const std::int64_t size = lib_.size(entry_);
    // Checked first, because skipping an entry decompresses it.
    if (size > limits_.total_bytes - total_bytes_)
      fail(fmt::format("unpacked, the archive has more than {}", shown(limits_.total_bytes)));
    total_bytes_ += std::max<std::int64_t>(size, 0);
    return true;
  }

  /// Relative name of the current entry; empty for the archive's root folder.
  std::string name() const {
    const char* const raw = lib_.pathname(entry_);
    const std::string given = raw == nullptr ? "" : raw;
    if (raw == nullptr || given.size() > kLongestName) fail("an entry has no name, or a longer one than files have");
    std::string relative;
    for (const fs::path& part : fs::path(given)) {
      const std::string text = part.string();
      if (text == ".." || text.starts_with('/') || text.ends_with(':'))
        fail(fmt::format("the entry '{}' leads out of the archive", one_line(given)));
      if (text.empty() || text == ".") continue;
      relative += (relative.empty() ? "" : "/") + text;
    }
    return relative;
  }

  bool is_directory() const { return lib_.filetype(entry_) == S_IFDIR && lib_.hardlink(entry_) == nullptr; }

  /// Judges by the entry's header only.
  std::optional<EntryFault> fault() const {
    if (lib_.filetype(entry_) != S_IFREG || lib_.hardlink(entry_) != nullptr) return EntryFault::no_file;
    if (lib_.size(entry_) > limits_.file_bytes) return EntryFault::too_large;
    return std::nullopt;
  }

  std::string bytes(const std::string& name) {
    if (fault() == EntryFault::no_file) fail(fmt::format("{} is a link or a device, not a file", one_line(name)));
    if (lib_.is_encrypted(entry_) != 0) fail("the archive is encrypted");
    std::string all;
    std::array<char, 1 << 16> block;
    while (true) {
      const la_ssize_t count = lib_.read_data(archive_.get(), block.data(), block.size());
      if (count == 0) return all;
      if (count < 0) require(static_cast<int>(count));
      all.append(block.data(), static_cast<std::size_t>(count));
      if (std::cmp_greater(all.size(), limits_.file_bytes))
        fail(fmt::format("{} in it has more than {}", one_line(name), shown(limits_.file_bytes)));
    }
  }

  [[noreturn]] void fail(const std::string& problem) const { throw Error({.file = path_}, problem, kHandInAnother); }

 private:
  [[noreturn]] void fail_for_nothing() const { fail("the archive is empty"); }

  template <class Count>
  static std::string shown(Count bytes) {
    return human_bytes(static_cast<std::int64_t>(bytes));
  }

  void require(int result) const {
    if (result == ARCHIVE_OK) return;
    const char* const said = lib_.error_string(archive_.get());
    fail(fmt::format("the archive cannot be read: {}", said == nullptr ? "it is damaged" : one_line(said)));
  }

  const LibArchive& lib_ = libarchive();
  const std::string& path_;
  const ArchiveLimits& limits_;
  std::unique_ptr<archive, decltype(&archive_read_free)> archive_;
  archive_entry* entry_ = nullptr;
  std::size_t entries_ = 0;
  std::int64_t total_bytes_ = 0;
};

}  // namespace

bool is_archive_name(const std::string& file) { return !archive_ending(lower_case(file)).empty(); }

std::string archive_stem(const std::string& file) {
  return file.substr(0, file.size() - archive_ending(lower_case(file)).size());
}

void read_archive(const std::string& path, const ArchiveLimits& limits,
                  const std::function<bool(const std::string& name)>& wanted,
                  const std::function<void(const std::string& name, std::string bytes)>& take,
                  const std::function<void(const std::string& name, EntryFault fault)>& pass_over) {
  const NamesInUtf8 names_in_utf8;
  ArchiveReader reader(path, limits);
  std::set<std::string> taken;
  while (reader.next()) {
    const std::string name = reader.name();
    if (name.empty() || reader.is_directory() || !wanted(name)) continue;
    if (!taken.insert(name).second) reader.fail(fmt::format("{} is in it twice", one_line(name)));
    if (const auto fault = reader.fault(); fault && pass_over) {
      pass_over(name, *fault);
    } else {
      take(name, reader.bytes(name));
    }
  }
}

}  // namespace warpledger
