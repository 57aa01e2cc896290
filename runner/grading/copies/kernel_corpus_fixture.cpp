#include "grading/copies/kernel_corpus_fixture.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

#include "base/file.h"

namespace warpledger {

namespace fs = std::filesystem;

std::vector<ComparedCode> shipped_kernels() {
  std::vector<ComparedCode> kernels;
  for (const auto& family : fs::directory_iterator(fs::path(WARPLEDGER_SOURCE_DIR) / "kernels")) {
    if (!family.is_directory()) continue;
    for (const auto& file : fs::directory_iterator(family.path()))
      if (file.path().extension() == ".cu" && file.path().stem() != "reference")
        kernels.push_back({(family.path().filename() / file.path().stem()).string(),
                           {{file.path().filename(), read_file(file.path())}}});
  }
  std::ranges::sort(kernels, {}, &ComparedCode::name);
  return kernels;
}

std::vector<ComparedCode> distinct_kernels() {
  // Kernels that differ from another one only in a type, a constant, an index or the place of a loop.
  static const std::set<std::string> siblings = {"conv/conv_constant",
                                                 "gelu/gelu_double",
                                                 "gelu/gelu_exp",
                                                 "gelu/gelu_erf",
                                                 "histogram/histogram_coarsened",
                                                 "matmul/matmul_async",
                                                 "qkv/qkv_base_w2",
                                                 "qkv/qkv_strip_w2",
                                                 "reduction/reduction_contiguous",
                                                 "scan/scan_kogge_stone_double",
                                                 "spmv/spmv_jds",
                                                 "transpose/transpose_shared",
                                                 "transpose/transpose_swizzled"};
  constexpr std::size_t kClass = 60;
  constexpr std::size_t kShortest = 900;  // bytes; shorter ones are not compared
  std::vector<ComparedCode> kernels = shipped_kernels();
  std::erase_if(kernels, [](const ComparedCode& kernel) {
    return siblings.contains(kernel.name) || kernel.files[0].text.size() < kShortest;
  });
  kernels.resize(std::min(kernels.size(), kClass));
  return kernels;
}

}  // namespace warpledger
