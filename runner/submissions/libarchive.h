#pragma once

#include <archive.h>
#include <archive_entry.h>

#include "submissions/read_archive.h"

namespace warpledger {

/// Functions of libarchive, loaded on first use: it pulls in a dozen libraries, which most commands never need.
struct LibArchive {
  decltype(&archive_read_new) read_new = nullptr;
  decltype(&archive_read_free) read_free = nullptr;
  decltype(&archive_read_support_filter_gzip) support_gzip = nullptr;
  decltype(&archive_read_support_format_tar) support_tar = nullptr;
  decltype(&archive_read_support_format_zip_seekable) support_zip = nullptr;
  decltype(&archive_read_open_filename) open_filename = nullptr;
  decltype(&archive_read_next_header) next_header = nullptr;
  decltype(&archive_read_data) read_data = nullptr;
  decltype(&archive_error_string) error_string = nullptr;
  decltype(&archive_filter_count) filter_count = nullptr;
  decltype(&archive_entry_pathname) pathname = nullptr;
  decltype(&archive_entry_filetype) filetype = nullptr;
  decltype(&archive_entry_hardlink) hardlink = nullptr;
  decltype(&archive_entry_size) size = nullptr;
  decltype(&archive_entry_is_data_encrypted) is_encrypted = nullptr;
};

/// Throws LibraryMissing, with how to install it, if the library is missing.
LibArchive open_libarchive(const char* name);

/// Returns the system's libarchive, loaded once.
const LibArchive& libarchive();

}  // namespace warpledger
