#include "spec/about.h"

#include "base/text.h"
#include "spec/document.h"
#include "spec/reader.h"

namespace warpledger {

std::string about_in(const std::string& file) {
  const Document document(file, read_file(file));
  const Reader root(document);
  if (!root.is_mapping()) root.fail("this file is no mapping (name: value)", "begin with `about: ...`");
  const std::optional<Reader> about = root.find("about");
  return about ? about->text() : "";
}

}  // namespace warpledger
