#pragma once

namespace warpledger {

/// Makes SIGINT, SIGTERM and SIGHUP remove this process's temporary folders first. Ignored signals (nohup) stay
/// ignored.
void remove_temporary_folders_on_signals();

/// Registers a folder for removal. `path` must stay valid until forget_temporary_folder(). Tracks at most 256 folders
/// at a time and ignores others.
void add_temporary_folder(const char* path);
void forget_temporary_folder(const char* path);

}  // namespace warpledger
