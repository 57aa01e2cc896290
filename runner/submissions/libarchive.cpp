#include "submissions/libarchive.h"

#include <dlfcn.h>

#include <string>

namespace warpledger {
namespace {

template <class Function>
void look_up(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function == nullptr)
    throw LibraryMissing(std::string("libarchive has no function ") + name, "install a newer one");
}

}  // namespace

LibArchive open_libarchive(const char* name) {
  void* const library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr)
    throw LibraryMissing(
        "archives cannot be read, because libarchive is not installed",
        "install libarchive13 (on Debian 13 and Ubuntu 24.04 libarchive13t64), or unpack them into folders");
  LibArchive functions;
  look_up(library, "archive_read_new", functions.read_new);
  look_up(library, "archive_read_free", functions.read_free);
  look_up(library, "archive_read_support_filter_gzip", functions.support_gzip);
  look_up(library, "archive_read_support_format_tar", functions.support_tar);
  look_up(library, "archive_read_support_format_zip_seekable", functions.support_zip);
  look_up(library, "archive_read_open_filename", functions.open_filename);
  look_up(library, "archive_read_next_header", functions.next_header);
  look_up(library, "archive_read_data", functions.read_data);
  look_up(library, "archive_error_string", functions.error_string);
  look_up(library, "archive_filter_count", functions.filter_count);
  look_up(library, "archive_entry_pathname", functions.pathname);
  look_up(library, "archive_entry_filetype", functions.filetype);
  look_up(library, "archive_entry_hardlink", functions.hardlink);
  look_up(library, "archive_entry_size", functions.size);
  look_up(library, "archive_entry_is_data_encrypted", functions.is_encrypted);
  return functions;
}

const LibArchive& libarchive() {
  static const LibArchive functions = open_libarchive("libarchive.so.13");
  return functions;
}

}  // namespace warpledger
