#include "submissions/archive_fixture.h"

#include <archive.h>
#include <archive_entry.h>

#include <cstddef>
#include <memory>

#include "base/error.h"

namespace warpledger {
namespace {

void require(archive* made, int result) {
  if (result < ARCHIVE_WARN) throw Error(archive_error_string(made), "mend the test");
}

void choose_format(archive* made, MadeKind kind) {
  switch (kind) {
    case MadeKind::zip:
    case MadeKind::stored_zip:
    case MadeKind::encrypted_zip:
      require(made, archive_write_set_format_zip(made));
      if (kind == MadeKind::stored_zip) require(made, archive_write_set_options(made, "zip:compression=store"));
      if (kind == MadeKind::encrypted_zip) {
        require(made, archive_write_set_options(made, "zip:encryption=zipcrypt"));
        require(made, archive_write_set_passphrase(made, "secret"));
      }
      break;
    case MadeKind::seven_zip:
      require(made, archive_write_set_format_7zip(made));
      break;
    case MadeKind::pax_gz:
      require(made, archive_write_set_format_pax(made));
      require(made, archive_write_add_filter_gzip(made));
      break;
    case MadeKind::tar:
    case MadeKind::tar_gz:
    case MadeKind::tar_gz_gz:
      require(made, archive_write_set_format_gnutar(made));
      if (kind != MadeKind::tar) require(made, archive_write_add_filter_gzip(made));
      if (kind == MadeKind::tar_gz_gz) require(made, archive_write_add_filter_gzip(made));
  }
}

void write_entry(archive* made, const MadeEntry& entry) {
  const std::unique_ptr<archive_entry, decltype(&archive_entry_free)> header(archive_entry_new(), archive_entry_free);
  archive_entry_set_pathname(header.get(), entry.name.c_str());
  archive_entry_set_filetype(header.get(), entry.type);
  archive_entry_set_perm(header.get(), 0644);
  archive_entry_set_size(header.get(), entry.size.value_or(static_cast<std::int64_t>(entry.bytes.size())));
  if (!entry.link.empty()) archive_entry_set_symlink(header.get(), entry.link.c_str());
  if (!entry.hard_link.empty()) archive_entry_set_hardlink(header.get(), entry.hard_link.c_str());
  require(made, archive_write_header(made, header.get()));
  if (!entry.bytes.empty()) archive_write_data(made, entry.bytes.data(), entry.bytes.size());
}

using MadeArchive = std::unique_ptr<archive, decltype(&archive_write_free)>;

std::string written(const MadeArchive& made, const std::vector<MadeEntry>& entries, std::size_t most_bytes) {
  std::string bytes(most_bytes, '\0');
  std::size_t used = 0;
  require(made.get(), archive_write_set_bytes_per_block(made.get(), 512));
  require(made.get(), archive_write_open_memory(made.get(), bytes.data(), bytes.size(), &used));
  for (const MadeEntry& entry : entries) write_entry(made.get(), entry);
  archive_write_close(made.get());  // fails if a header states more bytes than given
  bytes.resize(used);
  return bytes;
}

}  // namespace

std::string made_archive(MadeKind kind, const std::vector<MadeEntry>& entries) {
  const MadeArchive made(archive_write_new(), archive_write_free);
  choose_format(made.get(), kind);
  std::size_t most = 1 << 20;
  for (const MadeEntry& entry : entries) most += 4096 + entry.bytes.size();
  return written(made, entries, most);
}

std::string gzipped(const std::string& bytes) {
  const MadeArchive made(archive_write_new(), archive_write_free);
  require(made.get(), archive_write_set_format_raw(made.get()));
  require(made.get(), archive_write_add_filter_gzip(made.get()));
  return written(made, {{.name = "raw", .bytes = bytes}}, bytes.size() + (1 << 20));
}

}  // namespace warpledger
