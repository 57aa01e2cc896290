// A data file: one that begins as a .npy file does is read as one, any other text as a matrix. Whatever the bytes are,
// an Error is the worst that comes of them.
#include <cstddef>
#include <cstdint>
#include <string>

#include "fuzz/feed.h"
#include "spec/data_files.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return warpledger::feed(data, size, [](const std::string& text) {
    warpledger::parse_data_file(text.starts_with("\x93") ? "fuzz.npy" : "fuzz.mtx", text);
  });
}
