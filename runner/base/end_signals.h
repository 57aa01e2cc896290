#pragma once

namespace warpledger {

/// From now on SIGINT, SIGTERM and SIGHUP remove the temporary folders of this process before they end it as usual. A
/// signal that is ignored (nohup) stays ignored.
void remove_temporary_folders_on_signals();

/// Lets these signals remove the folder at `path` with all that is in it, until forget_temporary_folder(); `path` must
/// live so long. Beyond 256 folders at a time a folder is left.
void add_temporary_folder(const char* path);
void forget_temporary_folder(const char* path);

}  // namespace warpledger
