#include "spec/filled_inputs.h"

#include <fmt/format.h>

#include <filesystem>
#include <vector>

#include "base/text.h"

namespace warpledger {

std::string filled_inputs(const Family& family) {
  std::vector<std::string> inputs;
  for (const BufferTemplate& buffer : family.buffers) {
    if (buffer.content) {
      const FileTemplate& file = *buffer.content;
      inputs.push_back(fmt::format("{} from {}", buffer.base.name,
                                   file.slot ? "the file of " + family.symbols.names()[*file.slot] : file.name));
    } else if (buffer.maker) {
      inputs.push_back(fmt::format("{} by the kernel {} of {}", buffer.base.name, buffer.maker->launch.function,
                                   std::filesystem::path(buffer.maker->program.main.name).filename().string()));
    } else if (buffer.fill) {
      inputs.push_back(fmt::format("{} {}", buffer.base.name, buffer.fill->text));
    }
  }
  return join(inputs);
}

}  // namespace warpledger
