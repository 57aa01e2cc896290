#pragma once

namespace warpledger {

/// Makes SIGINT, SIGTERM and SIGHUP remove this process's temporary folders before they end it. Ignored signals (nohup)
/// stay ignored.
void remove_temporary_folders_on_signals();

/// Registers a folder to be removed with its content by these signals. `path` must stay valid until
/// forget_temporary_folder(). At most 256 folders are tracked at a time; further ones are not removed.
void add_temporary_folder(const char* path);
void forget_temporary_folder(const char* path);

}  // namespace warpledger
