#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace warpledger::fixture {

/// Format version 1.0, as numpy.save writes it.
template <class T>
std::string npy(const std::string& descr, const std::string& shape, const std::vector<T>& elements) {
  std::string header = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }";
  constexpr std::size_t kPreamble = 10, kAlignment = 64;
  header.append(kAlignment - (kPreamble + header.size() + 1) % kAlignment, ' ');
  header += '\n';
  std::string text = "\x93NUMPY";
  text += {'\x01', '\x00', static_cast<char>(header.size() % 256), static_cast<char>(header.size() / 256)};
  text += header;
  text.append(reinterpret_cast<const char*>(elements.data()), elements.size() * sizeof(T));
  return text;
}

/// 4 rows, 5 columns, 6 non-zeros; row 2 (from 0) is empty.
inline constexpr const char* kMatrix = R"(%%MatrixMarket matrix coordinate real general
% a comment
4 5 6
1 1 1.5
4 5 -2
1 4 2e1

2 2 3
4 1 +4
2 1 0.25
)";

}  // namespace warpledger::fixture
