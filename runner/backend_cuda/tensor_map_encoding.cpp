#include "backend_cuda/tensor_map_encoding.h"

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "backend_cuda/cuda_check.h"
#include "exec/backend.h"

namespace warpledger {
namespace {

static_assert(sizeof(CUtensorMap) == kTensorMapBytes && alignof(CUtensorMap) <= alignof(EncodedTensorMap));

// The driver's library is not linked, so that the program also runs without one.
decltype(&cuTensorMapEncodeTiled) encoder() {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found{};
  check_cuda(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault, &found),
             "looking for the driver's tensor maps");
  if (function == nullptr) throw PointFailure(Outcome::invalid_point, "the driver has no tensor maps: update it");
  return reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(function);
}

/// The copy engine does not compute, so only the type's size matters.
CUtensorMapDataType data_type(ElementType type) {
  switch (facts_of(type).bytes) {
    case 1:
      return CU_TENSOR_MAP_DATA_TYPE_UINT8;
    case 2:
      return CU_TENSOR_MAP_DATA_TYPE_UINT16;
    case 4:
      return CU_TENSOR_MAP_DATA_TYPE_UINT32;
    default:
      return CU_TENSOR_MAP_DATA_TYPE_UINT64;
  }
}

CUtensorMapSwizzle swizzle(std::int64_t bytes) {
  if (bytes == 32) return CU_TENSOR_MAP_SWIZZLE_32B;
  if (bytes == 64) return CU_TENSOR_MAP_SWIZZLE_64B;
  return bytes == 128 ? CU_TENSOR_MAP_SWIZZLE_128B : CU_TENSOR_MAP_SWIZZLE_NONE;
}

CUtensorMapL2promotion promotion(std::int64_t bytes) {
  if (bytes == 64) return CU_TENSOR_MAP_L2_PROMOTION_L2_64B;
  if (bytes == 128) return CU_TENSOR_MAP_L2_PROMOTION_L2_128B;
  return bytes == 256 ? CU_TENSOR_MAP_L2_PROMOTION_L2_256B : CU_TENSOR_MAP_L2_PROMOTION_NONE;
}

}  // namespace

EncodedTensorMap encode(const TensorMap& map, std::byte* address) {
  static const auto encode_tiled = encoder();
  std::vector<cuuint64_t> sizes(map.sizes.begin(), map.sizes.end());
  std::vector<cuuint64_t> strides(map.strides.begin(), map.strides.end());
  strides.push_back(0);  // with one dimension it is empty, and the driver requires an array
  std::vector<cuuint32_t> box;
  for (const std::int64_t extent : map.box) box.push_back(static_cast<cuuint32_t>(extent));
  const std::vector<cuuint32_t> every(sizes.size(), 1);
  CUtensorMap encoded{};
  const CUresult result =
      encode_tiled(&encoded, data_type(map.type), static_cast<cuuint32_t>(sizes.size()), address, sizes.data(),
                   strides.data(), box.data(), every.data(), CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle(map.swizzle),
                   promotion(map.l2_promotion), CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS)
    throw PointFailure(Outcome::invalid_point,
                       fmt::format("the driver refuses a tensor map of {} dimensions (CUresult {})", sizes.size(),
                                   static_cast<int>(result)));
  EncodedTensorMap bytes;
  std::copy_n(reinterpret_cast<const std::byte*>(&encoded), kTensorMapBytes, bytes.bytes.begin());
  return bytes;
}

}  // namespace warpledger
