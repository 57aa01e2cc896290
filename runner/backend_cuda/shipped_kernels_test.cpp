// Every kernel of every shipped family compiles for the supported architectures, without a GPU.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "backend_cuda/library_module.h"
#include "backend_cuda/library_program.h"
#include "backend_cuda/nvrtc.h"
#include "backend_cuda/toolkit_program.h"
#include "base/file.h"

namespace warpledger {
namespace {

/// A source file of a family or its starter, with the kernel instances that the shipped experiments use.
struct KernelFile {
  std::string family, name;
  std::vector<std::string> functions;
  std::vector<std::string> options = {};
};

const std::vector<KernelFile> kFiles = {
    {"norm", "reference.cu", {"norm_reference"}},
    {"norm", "norm_base.cu", {"norm_base<4>", "norm_base<8>", "norm_base<32>", "norm_base<0>"}},
    {"norm",
     "norm_group.cu",
     {"norm_group<4,1>", "norm_group<4,2>", "norm_group<4,4>", "norm_group<8,1>", "norm_group<8,2>", "norm_group<8,4>",
      "norm_group<8,8>", "norm_group<32,1>", "norm_group<32,2>", "norm_group<32,4>", "norm_group<32,8>",
      "norm_group<32,16>", "norm_group<32,32>", "norm_group<0,1>", "norm_group<0,2>", "norm_group<0,4>",
      "norm_group<0,8>", "norm_group<0,16>", "norm_group<0,32>"}},
    {"norm/starter", "norm_group.cu", {"norm_group<4,1>", "norm_group<8,4>", "norm_group<32,8>", "norm_group<0,32>"}},
    {"copy", "reference.cu", {"copy_reference"}},
    {"copy", "copy.cu", {"copy"}},
    {"copy", "copy_once.cu", {"copy_once"}},
    {"copy", "copy_vector.cu", {"copy_vector<1>", "copy_vector<2>", "copy_vector<4>", "copy_vector<8>"}},
    {"fma_peak", "reference.cu", {"fma_peak_reference"}},
    {"fma_peak", "fma_peak.cu", {"fma_peak<1>", "fma_peak<16>"}},
    {"tensor_peak", "reference.cu", {"tensor_peak_reference"}},
    {"tensor_peak", "tensor_peak.cu", {"tensor_peak<1>", "tensor_peak<2>", "tensor_peak<4>", "tensor_peak<8>"}},
    {"tensor_peak", "tensor_peak_warp_groups.cu", {"tensor_peak_warp_groups"}, {"--gpu-architecture=sm_90a"}},
    {"load_probe", "reference.cu", {"load_probe_reference"}},
    {"load_probe", "load_sweep.cu", {"load_sweep<1>", "load_sweep<32>"}},
    {"spin", "reference.cu", {"spin_reference"}},
    {"spin", "spin.cu", {"spin"}},
    {"store_probe", "reference.cu", {"store_probe_reference"}},
    {"store_probe", "store_sweep.cu", {"store_sweep<2>", "store_sweep<32>"}},
    {"qkv", "reference.cu", {"qkv_reference"}},
    {"qkv", "qkv_base.cu", {"qkv_base<32>", "qkv_base<512>"}},
    {"qkv", "qkv_base_w2.cu", {"qkv_w_rearrange<32>", "qkv_base_w2<32>", "qkv_base_w2<512>"}},
    {"qkv", "qkv_strip.cu", {"qkv_strip<32>", "qkv_strip<512>"}},
    {"qkv", "qkv_strip_w2.cu", {"qkv_w_rearrange<32>", "qkv_strip_w2<32>", "qkv_strip_w2<512>"}},
    {"qkv/starter", "qkv_base_w2.cu", {"qkv_w_rearrange<32>", "qkv_base_w2<32>", "qkv_base_w2<512>"}},
    {"qkv/starter", "qkv_strip.cu", {"qkv_strip<32>", "qkv_strip<512>"}},
    {"qkv/starter", "qkv_strip_w2.cu", {"qkv_w_rearrange<32>", "qkv_strip_w2<32>", "qkv_strip_w2<512>"}},
    {"qkv", "qkv_tiled.cu", {"qkv_tiled<32>", "qkv_tiled<512>"}},
    {"qkv", "qkv_register_tiled.cu", {"qkv_register_tiled<32>", "qkv_register_tiled<512>"}},
    {"qkv", "qkv_vector_loads.cu", {"qkv_w_rearrange<512>", "qkv_vector_loads<32>", "qkv_vector_loads<512>"}},
    {"qkv", "qkv_double_buffered.cu", {"qkv_w_rearrange<512>", "qkv_double_buffered<32>", "qkv_double_buffered<512>"}},
    {"qkv", "qkv_register_weights.cu", {"qkv_w_rearrange<32>", "qkv_register_weights<32,96>"}},
    {"qkv", "qkv_tensor_cores.cu", {"qkv_tensor_cores<32,96>", "qkv_tensor_cores<512,1536>"}},
    {"square", "reference.cu", {"square_reference"}},
    {"square", "square_coalesced.cu", {"square_coalesced"}},
    {"square", "square_uncoalesced.cu", {"square_uncoalesced"}},
    {"square", "square_reindexed.cu", {"square_reindexed"}},
    {"square", "square_l1_rescued.cu", {"square_l1_rescued"}},
    {"square", "square_vector.cu", {"square_vector<1>", "square_vector<2>", "square_vector<4>"}},
    {"transpose", "reference.cu", {"transpose_reference"}},
    {"transpose", "transpose_naive.cu", {"transpose_naive"}},
    {"transpose", "transpose_shared.cu", {"transpose_shared"}},
    {"transpose", "transpose_padded.cu", {"transpose_padded"}},
    {"transpose", "transpose_swizzled.cu", {"transpose_swizzled"}},
    {"transpose", "transpose_vector.cu", {"transpose_vector"}},
    {"transpose", "transpose_shifted.cu", {"transpose_shifted"}},
    {"reduction", "reference.cu", {"reduction_reference"}},
    {"reduction", "reduction_interleaved.cu", {"reduction_interleaved", "reduction_last"}},
    {"reduction", "reduction_contiguous.cu", {"reduction_contiguous", "reduction_last"}},
    {"reduction", "reduction_first_add.cu", {"reduction_first_add", "reduction_last"}},
    {"reduction", "reduction_shuffle.cu", {"reduction_shuffle", "reduction_last"}},
    {"reduction", "reduction_coarsened.cu", {"reduction_coarsened", "reduction_last"}},
    {"reduction", "reduction_atomics.cu", {"reduction_atomics"}},
    {"histogram", "reference.cu", {"histogram_reference"}},
    {"histogram", "histogram_chunks.cu", {"histogram_chunks"}},
    {"histogram", "histogram_coalesced.cu", {"histogram_coalesced"}},
    {"histogram", "histogram_privatised.cu", {"histogram_privatised"}},
    {"histogram", "histogram_coarsened.cu", {"histogram_coarsened"}},
    {"sgd", "reference.cu", {"sgd_reference"}},
    {"sgd", "sgd_chunked.cu", {"sgd_chunked"}},
    {"sgd", "sgd_coalesced.cu", {"sgd_coalesced"}},
    {"sgd", "sgd_vector.cu", {"sgd_vector<1>", "sgd_vector<2>", "sgd_vector<4>"}},
    {"adam", "reference.cu", {"adam_reference"}},
    {"adam", "adam_three_kernels.cu", {"adam_mean", "adam_square", "adam_move"}},
    {"adam", "adam_fused.cu", {"adam_fused"}},
    {"adam", "adam_vector.cu", {"adam_vector<1>", "adam_vector<2>"}},
    {"gelu", "reference.cu", {"gelu_reference"}},
    {"gelu", "gelu_double.cu", {"gelu_double"}},
    {"gelu", "gelu_erf.cu", {"gelu_erf"}},
    {"gelu", "gelu_tanh.cu", {"gelu_tanh"}},
    {"gelu", "gelu_exp.cu", {"gelu_exp"}},
    {"gelu", "gelu_vector.cu", {"gelu_vector<1>", "gelu_vector<2>", "gelu_vector<4>"}},
    {"softmax", "reference.cu", {"softmax_reference"}},
    {"softmax", "softmax_by_thread.cu", {"softmax_by_thread"}},
    {"softmax", "softmax_by_block.cu", {"softmax_by_block"}},
    {"softmax", "softmax_online.cu", {"softmax_online"}},
    {"softmax", "softmax_by_warp.cu", {"softmax_by_warp"}},
    {"softmax", "softmax_warp_registers.cu", {"softmax_warp_registers<1>", "softmax_warp_registers<32>"}},
    {"softmax",
     "softmax_registers.cu",
     {"softmax_registers<1,1>", "softmax_registers<32,1>", "softmax_registers<8,4>"}},
    {"rmsnorm",
     "reference.cu",
     {"rmsnorm_reference<__half>", "rmsnorm_reference<__nv_bfloat16>", "rmsnorm_reference<float>"}},
    {"rmsnorm",
     "rmsnorm_block.cu",
     {"rmsnorm_block<__half>", "rmsnorm_block<__nv_bfloat16>", "rmsnorm_block<float>"},
     {"-Xptxas=-dlcm=cg"}},
    {"rmsnorm",
     "rmsnorm_vector.cu",
     {"rmsnorm_vector<__half>", "rmsnorm_vector<__nv_bfloat16>", "rmsnorm_vector<float>"},
     {"-DUNROLL=4", "-Xptxas=-dlcm=ca"}},
    {"rmsnorm",
     "rmsnorm_registers.cu",
     {"rmsnorm_registers<__half,1>", "rmsnorm_registers<__nv_bfloat16,4>", "rmsnorm_registers<float,8>"},
     {"-use_fast_math"}},
    {"conv", "reference.cu", {"conv_reference"}},
    {"conv", "conv_naive.cu", {"write_weights", "conv_naive<3>", "conv_naive<5>", "conv_naive<7>", "conv_naive<9>"}},
    {"conv", "conv_constant.cu", {"conv_constant<3>", "conv_constant<5>", "conv_constant<7>", "conv_constant<9>"}},
    {"conv",
     "conv_output_block.cu",
     {"conv_output_block<3>", "conv_output_block<5>", "conv_output_block<7>", "conv_output_block<9>"}},
    {"conv",
     "conv_input_block.cu",
     {"conv_input_block<3>", "conv_input_block<5>", "conv_input_block<7>", "conv_input_block<9>"}},
    {"conv", "conv_core_tile.cu", {"conv_core_tile<3>", "conv_core_tile<5>", "conv_core_tile<7>", "conv_core_tile<9>"}},
    {"conv",
     "conv_registers.cu",
     {"conv_registers<3,2>", "conv_registers<3,8>", "conv_registers<5,4>", "conv_registers<7,8>", "conv_registers<9,2>",
      "conv_registers<9,4>", "conv_registers<9,8>"}},
    {"conv",
     "conv_vector.cu",
     {"conv_vector<3,4,1>", "conv_vector<5,8,2>", "conv_vector<7,8,1>", "conv_vector<9,8,2>"}},
    {"attention", "reference.cu", {"attention_reference<1>", "attention_reference<128>"}},
    {"attention", "attention_scores.cu", {"compute_scores", "softmax_rows", "weighted_values"}},
    {"attention", "attention_fused.cu", {"attention_fused<1>", "attention_fused<2>", "attention_fused<4>"}},
    {"attention", "attention_flash.cu", {"attention_flash<1>", "attention_flash<2>", "attention_flash<4>"}},
    {"attention",
     "attention_registers.cu",
     {"attention_registers<32>", "attention_registers<64>", "attention_registers<128>"}},
    {"attention",
     "attention_warp_groups.cu",
     {"round_to_half", "attention_warp_groups<64,0>", "attention_warp_groups<64,1>", "attention_warp_groups<128,0>",
      "attention_warp_groups<128,1>"},
     {"--gpu-architecture=sm_90a"}},
    {"decode", "reference.cu", {"decode_reference"}},
    {"decode", "decode_by_block.cu", {"decode_by_block<1>", "decode_by_block<2>", "decode_by_block<4>"}},
    {"decode", "decode_split.cu", {"decode_split<1>", "decode_split<2>", "decode_split<4>", "decode_join"}},
    {"decode",
     "decode_vector.cu",
     {"decode_vector<4,2>", "decode_vector<64,1>", "decode_vector<64,4>", "decode_vector<128,4>", "decode_join"}},
    {"scan", "reference.cu", {"scan_reference"}},
    {"scan", "scan_kogge_stone.cu", {"scan_segments", "scan_sums", "add_sums"}},
    {"scan", "scan_kogge_stone_double.cu", {"scan_segments", "scan_sums", "add_sums"}},
    {"scan", "scan_brent_kung.cu", {"scan_segments", "scan_sums", "add_sums"}},
    {"scan", "scan_sums_first.cu", {"sum_tiles", "scan_sums", "scan_tiles"}},
    {"scan", "scan_look_back.cu", {"clear_states", "scan_look_back"}},
    {"matmul", "reference.cu", {"matmul_reference"}},
    {"matmul", "matmul_naive.cu", {"matmul_naive"}},
    {"matmul", "matmul_tiled.cu", {"matmul_tiled"}},
    {"matmul", "matmul_coarsened.cu", {"matmul_coarsened"}},
    {"matmul", "matmul_register_tiled.cu", {"matmul_register_tiled"}},
    {"matmul", "matmul_double_buffered.cu", {"matmul_double_buffered"}},
    {"matmul", "matmul_vector.cu", {"matmul_vector<4>", "matmul_vector<8>", "matmul_vector<16>"}},
    {"matmul", "matmul_async.cu", {"matmul_async<4>", "matmul_async<8>", "matmul_async<16>"}},
    {"matmul", "matmul_split_k.cu", {"matmul_split_k<4>", "matmul_split_k<8>", "matmul_split_k<16>", "add_parts"}},
    {"matmul", "matmul_tensor_cores.cu", {"round_and_pad", "matmul_tensor_cores"}},
    {"matmul", "matmul_warp_groups.cu", {"round_and_pad", "matmul_warp_groups"}, {"--gpu-architecture=sm_90a"}},
    {"matmul",
     "matmul_warp_groups_split_k.cu",
     {"round_and_pad", "matmul_warp_groups_split_k", "add_parts"},
     {"--gpu-architecture=sm_90a"}},
    {"matmul", "matmul_fp8.cu", {"round_and_pad_fp8", "matmul_fp8"}, {"--gpu-architecture=sm_90a"}},
    {"matmul", "matmul_persistent.cu", {"round_and_pad", "matmul_persistent"}, {"--gpu-architecture=sm_90a"}},
    {"matmul", "matmul_multicast.cu", {"round_and_pad", "matmul_multicast"}, {"--gpu-architecture=sm_90a"}},
    {"spmv", "reference.cu", {"spmv_reference"}},
    {"spmv", "spmv_coo.cu", {"set_lengths", "scan_starts", "fill_entries", "clear_y", "spmv_coo"}},
    {"spmv", "spmv_csr.cu", {"spmv_csr"}},
    {"spmv", "spmv_csr_by_warp.cu", {"spmv_csr_by_warp"}},
    {"spmv", "spmv_csr_by_group.cu", {"spmv_csr_by_group<2>", "spmv_csr_by_group<16>"}},
    {"spmv", "spmv_ell.cu", {"fill_ell", "spmv_ell"}},
    {"spmv", "spmv_hybrid.cu", {"fill_ell", "clear_tail", "fill_tail", "spmv_ell", "add_tail"}},
    {"blas1", "reference.cu", {"axpy_reference", "dot_sums_reference", "dot_reference"}},
    {"blas1", "axpy.cu", {"axpy"}},
    {"blas1", "axpy_vector.cu", {"axpy_vector"}},
    {"blas1", "axpy.ptx", {"axpy_kernel"}},
    {"blas1", "dot.cu", {"dot_blocks", "dot_last"}},
    {"blas1", "dot_vector.cu", {"dot_blocks", "dot_last"}},
    {"spmv", "spmv_stripes.cu", {"fill_stripes", "spmv_stripes"}},
    {"spmv", "spmv_jds.cu", {"clear_lengths", "count_lengths", "place_lengths", "fill_sections", "spmv_jds"}},
    {"spmv_file", "reference.cu", {"find_largest_reference", "multiply_reference"}},
    {"spmv_file", "csr_by_row.cu", {"find_largest", "quantize", "csr_by_row"}},
    {"spmv_file", "csr_by_warp.cu", {"csr_by_warp"}},
    {"spmv_file", "csr_staged.cu", {"csr_staged"}},
    {"spmv_file", "csr_levels.cu", {"csr_levels"}},
    {"spmv_file", "csr_by_cluster.cu", {"csr_by_cluster"}},
    {"spmv_file", "csr_by_merge.cu", {"csr_by_merge"}},
};

const std::vector<KernelFile> kLibraries = {
    {"matmul", "matmul_cublas.cu", {"matmul_cublas", "round_factor", "matmul_cublas_half"}, {"-shared", "-lcublas"}},
    {"matmul", "matmul_cublaslt.cu", {"round_factor_fp8", "matmul_cublaslt_fp8"}, {"-shared", "-lcublasLt"}},
    {"blas1", "blas1_cublas.cu", {"axpy_cublas", "dot_cublas"}, {"-shared", "-lcublas"}},
    {"transpose", "transpose_cublas.cu", {"transpose_cublas"}, {"-shared", "-lcublas"}},
    {"spmv", "spmv_cusparse.cu", {"build_rows", "spmv_cusparse"}, {"-shared", "-lcusparse"}},
    {"spmv_file", "csr_cub.cu", {"build_weights", "csr_cub"}, {"-shared"}},
    {"spmv_file", "csr_cusparse.cu", {"build_rounded", "csr_cusparse"}, {"-shared", "-lcusparse"}},
    {"reduction", "reduction_cub.cu", {"reduction_cub"}, {"-shared"}},
    {"scan", "scan_cub.cu", {"scan_cub"}, {"-shared"}},
    {"histogram", "histogram_cub.cu", {"histogram_cub"}, {"-shared"}},
};

std::filesystem::path families() { return std::filesystem::path(WARPLEDGER_SOURCE_DIR) / "kernels"; }

Program program_of(const KernelFile& file) {
  const std::filesystem::path folder = families() / file.family;
  Program program{
      {"kernels/" + file.family + "/" + file.name, read_file((folder / file.name).string())}, {}, file.options};
  for (const auto& headers : {folder, families() / "shared"})
    for (const auto& entry : std::filesystem::directory_iterator(headers))
      if (entry.path().extension() == ".h")
        program.headers.push_back({entry.path().filename().string(), read_file(entry.path().string())});
  return program;
}

TEST(ShippedKernels, AreAllNamedHere) {
  std::set<std::filesystem::path> shipped;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(families()))
    if (entry.path().extension() == ".cu" || entry.path().extension() == ".ptx") shipped.insert(entry.path());
  std::set<std::filesystem::path> named;
  for (const auto* files : {&kFiles, &kLibraries})
    for (const KernelFile& file : *files) named.insert(families() / file.family / file.name);
  EXPECT_EQ(named, shipped);
}

class EveryArchitecture : public ::testing::TestWithParam<int> {};

TEST_P(EveryArchitecture, CompilesEveryShippedKernel) {
  for (const KernelFile& file : kFiles) {
    SCOPED_TRACE(file.family + "/" + file.name);
    if (language_of(file.name) == Language::ptx && !has_toolkit_program("ptxas")) continue;
    const std::string own = own_architecture(program_of(file));
    if (!own.empty() && !own.starts_with(fmt::format("sm_{}", GetParam()))) continue;
    const Cubin cubin = compile_cubin(program_of(file), file.functions, nvrtc_options(GetParam()));
    EXPECT_EQ(cubin.functions.size(), file.functions.size());
    EXPECT_FALSE(cubin.image.empty());
  }
}

// A single architecture: no source depends on it, and nvcc takes seconds.
class ShippedLibrary : public ::testing::TestWithParam<KernelFile> {};

TEST_P(ShippedLibrary, CompilesEveryFunction) {
  if (!has_toolkit_program("nvcc")) GTEST_SKIP() << "there is no nvcc";
  Program program = program_of(GetParam());
  program.options = GetParam().options;
  LibraryCompiler compiler("", "--gpu-architecture=sm_90");
  EXPECT_NO_THROW(LibraryModule(compiler.library(program, GetParam().functions), GetParam().functions, ""));
}

INSTANTIATE_TEST_SUITE_P(Architectures, ShippedLibrary, ::testing::ValuesIn(kLibraries),
                         [](const auto& library) { return library.param.functions.back(); });

// The oldest and the newest supported. Only csr_by_cluster.cu depends on the architecture: whether it has clusters.
INSTANTIATE_TEST_SUITE_P(Architectures, EveryArchitecture, ::testing::Values(80, 90));

}  // namespace
}  // namespace warpledger
