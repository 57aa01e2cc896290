#pragma once

#include <fstream>
#include <functional>
#include <string>

namespace warpledger {

/// A file of text; every failure to write it is an Error.
class TextFile {
 public:
  explicit TextFile(std::string path);
  void write(const std::string& text);
  void close();

 private:
  void check() const;

  std::string path_;
  std::ofstream stream_;
};

/// Has `write` make a file or folder at the path it is given, which then becomes `to`: whole, or not at all. Throws
/// Error when `to` exists or cannot be written, and passes on what `write` throws.
void write_new(const std::string& to, const std::function<void(const std::string& path)>& write);

}  // namespace warpledger
