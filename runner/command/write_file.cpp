#include "command/write_file.h"

#include <fstream>

#include "base/error.h"

namespace warpledger {

void write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw Error({path}, "cannot write this file", "check that its folder exists and is writable");
}

}  // namespace warpledger
