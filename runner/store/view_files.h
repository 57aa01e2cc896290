#pragma once

#include <string>
#include <vector>

namespace warpledger {

/// One file of views.
struct ViewFile {
  std::string path;
  std::string sql;
};

/// The files of <schema_folder>/views, in the order of their names. Throws Error when there are none.
std::vector<ViewFile> read_view_files(const std::string& schema_folder);

}  // namespace warpledger
