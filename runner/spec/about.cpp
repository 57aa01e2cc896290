#include "spec/about.h"

#include <optional>

#include "spec/document.h"
#include "spec/reader.h"

namespace warpledger {

std::string about_in(const std::string& file) {
  ErrorList errors;
  Document document(file, read_data_file(file), errors);
  const Reader root(document, errors);
  if (!root.is_mapping()) root.fail("this file is no mapping (name: value)", "begin with `about: ...`");
  const std::optional<Reader> about = root.find("about");
  errors.raise();
  return about ? about->text() : "";
}

}  // namespace warpledger
