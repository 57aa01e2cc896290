#include "fuzz/scratch_library.h"

#include <filesystem>
#include <fstream>

#include "base/file.h"

namespace warpledger {

namespace fs = std::filesystem;

ScratchLibrary::ScratchLibrary() {
  const std::string shipped = WARPLEDGER_SOURCE_DIR;
  for (const char* file : {"kernels/norm/family.yaml", "metrics/memory.yaml"})
    write(file, read_file(shipped + "/" + file));
  for (const char* family : {"norm", "qkv"})
    for (const fs::directory_entry& entry : fs::directory_iterator(shipped + "/kernels/" + family))
      if (const std::string name = entry.path().filename(); name.ends_with(".cu"))
        for (const char* folder : {"kernels/norm/", "kernels/fuzz/"}) write(folder + name, "\n");
}

void ScratchLibrary::write(const std::string& file, const std::string& text) const {
  const fs::path path = root_.path() / file;
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

}  // namespace warpledger
