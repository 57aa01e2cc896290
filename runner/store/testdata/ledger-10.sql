PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE device (
  id      INTEGER PRIMARY KEY,                        -- content_id of the rest
  uuid    TEXT NOT NULL,
  backend TEXT NOT NULL,
  name    TEXT NOT NULL,
  chip    TEXT NOT NULL,                              -- empty when unknown
  facts   TEXT NOT NULL CHECK (json_valid(facts))     -- object: name -> integer; an unknown fact is left out
) STRICT;
INSERT INTO device VALUES(1112834445649223580,'host:rtx4090:ed5d0572c99d','host','CPU as NVIDIA GeForce RTX 4090','AD102','{"cc_major":8,"cc_minor":9,"clock_khz":2520000,"constant_bytes":65536,"fp32_per_sm":128,"fp64_per_sm":2,"global_memory_bytes":25382879232,"l1l2_bytes_per_clk_per_sm":16,"l2_bytes":75497472,"max_blocks_per_sm":24,"max_threads_per_block":1024,"max_threads_per_sm":1536,"memory_bus_bits":384,"memory_clock_khz":10501000,"registers_per_block":65536,"registers_per_sm":65536,"shared_per_block_bytes":49152,"shared_per_block_optin_bytes":101376,"shared_per_sm_bytes":102400,"sm_count":128,"warp_size":32}');
CREATE TABLE environment (
  id   INTEGER PRIMARY KEY,                           -- content_id of the text
  text TEXT NOT NULL CHECK (json_valid(text))         -- object: name -> text
) STRICT;
INSERT INTO environment VALUES(6659887149604091552,'{"compiler":"Debian clang version 14.0.6","cpu":"AMD EPYC","cpu_cores":"2","device":"host:rtx4090","operating_system":"Linux 6.18.44-fc-v782 x86_64"}');
CREATE TABLE experiment (
  id   INTEGER PRIMARY KEY,                           -- content_id of the rest
  name TEXT NOT NULL,
  text TEXT NOT NULL                                  -- the YAML file as it was
) STRICT;
INSERT INTO experiment VALUES(1176315874943821524,'quickstart',replace('experiment: quickstart\nabout: A first look. The mean of each vector is subtracted from its components, by one thread per vector and by groups.\nfamily: norm\n\ngrid:\n  d_l: [4, 32]\n  kernel:\n    - norm_base\n    - norm_group: {grp_size: [4]}\n  blocks: 0\n  warps: [1, 4, 8]\n\nderive:\n  n_l: floor(2^20 / (4 * d_l))             # 1 MiB of input\n\nmeasure: {cache: warm, samples: {min: 5, max: 20, max_relative_error: 2 %}, time_limit: 10 s}\nmetrics: [lsu-2024]\nreport: lsu-2024-hw01\n','\n',char(10)));
INSERT INTO experiment VALUES(3044655783509127862,'transpose',replace('experiment: transpose\nabout: What bank conflicts cost a transpose through shared memory, and how near it comes to the copy ceiling.\nfamily: transpose\n\ngrid:\n  matrix:\n    - {rows: 1, cols: 100003}\n    - {rows: 257, cols: 31}              # primes\n    - {rows: 8191, cols: 8209}           # primes; both matrices together are 513 MiB\n    - {rows: 8192, cols: 8192}\n    - {rows: 16384, cols: 8256}          # 1032 MiB; columns not a power of two apart\n  kernel: [transpose_naive, transpose_shared, transpose_padded, transpose_swizzled, transpose_vector, transpose_shifted,\n           transpose_cublas]\n\nmeasure: {cache: warm, samples: {min: 10, max: 50, max_relative_error: 0.5 %}, time_limit: 20 s}\nmetrics: [memory, lsu-2023, shared]\nreport: transpose\n','\n',char(10)));
CREATE TABLE source (
  id     INTEGER PRIMARY KEY,                         -- content_id of name and text
  sha256 TEXT NOT NULL,                               -- of the text
  name   TEXT NOT NULL,
  text   TEXT NOT NULL
) STRICT;
INSERT INTO source VALUES(1005529311836444454,'9456233d0835cb97c6b380d0ded99b44076fc753f27f5067f202cd24d6acb8fc','the list of metrics',replace('inst_executed [instruction]: smsp__inst_executed.sum; model: inst_executed\nglobal_load_requests [request]: smsp__inst_executed_op_global_ld.sum, without smsp__inst_executed_op_generic_ld.sum; l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum; model: global_load_requests\nglobal_store_requests [request]: smsp__inst_executed_op_global_st.sum; l1tex__t_requests_pipe_lsu_mem_global_op_st.sum; model: global_store_requests\nglobal_bank_conflicts [conflict]: l1tex__data_bank_conflicts_pipe_lsu_mem_global.sum; l1tex__data_bank_conflicts_pipe_lsu_mem_gds.sum; model: global_bank_conflicts\nl2_read_bytes [byte]: 32 * l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_miss.sum, without smsp__inst_executed_op_ldgsts.sum, smsp__inst_executed_op_local_ld.sum; l1tex__m_xbar2l1tex_read_bytes.sum; model: 32 * l1_read_sectors\nl2_write_bytes [byte]: 32 * lts__t_sectors_srcunit_tex_op_write.sum; l1tex__m_l1tex2xbar_write_bytes.sum; model: 32 * l1_written_sectors\ndram_bytes [byte]: dram__bytes.sum\n','\n',char(10)));
INSERT INTO source VALUES(1053017876580860540,'780a1e6568d63dc549207672356f55d4342bd2fee52ecc9369613ecd00600d65','/tmp/base/kernels/transpose/transpose_naive.cu',replace('// Variant 1. A warp reads a piece of a row, four whole sectors, and writes it down a column: 32 rows, 32 sectors, 4\n// bytes of each.\n//\n// What limits it: the stores. L1 passes each on, so that L2 receives every sector eight times, an eighth at a time, and\n// on an H200 the link between them is near its peak. The next variant turns the tile around inside the multiprocessor\n// and writes rows as well.\n#include "tile.h"\n\n__global__ void transpose_naive(float* __restrict__ out, const float* __restrict__ in, int rows, int cols) {\n  const int col = blockIdx.x * kTile + threadIdx.x;\n  if (col >= cols) return;\n#pragma unroll\n  for (int k = 0; k < kTile; k += kTileStep) {\n    const int row = blockIdx.y * kTile + threadIdx.y + k;\n    if (row < rows) out[1LL * col * rows + row] = in[1LL * row * cols + col];\n  }\n}\n','\n',char(10)));
INSERT INTO source VALUES(1415132686327353441,'c7bef45595834962334e6c3f997bb2223feead885fed10df017fa46af9f39484','how inputs are filled','in uniform(-1, 1)');
INSERT INTO source VALUES(2267391050461770680,'b4bd2c5a0dd6d8d79baec396183e24f749b930644de3cbb3295659b4ccc1478a','kernels/norm/norm.h',replace('// What the kernels of this family share: the element type and the shape, which the runner fills in.\n\nusing elt_t = float;\n\nstruct App {\n  int d_l;  // components of a vector\n  int n_l;  // vectors\n};\n\n__constant__ App c_app;\n','\n',char(10)));
INSERT INTO source VALUES(2661737725251248454,'98d4c1d5b8247f207b163634ae841c0cb70cd0e2de4b30dbd50515fa2693d8b9','the list of metrics',replace('range_ns [ns]: gpu__time_duration.sum\nmem_busy_of_range_pct [%]: gpu__compute_memory_access_throughput.avg.pct_of_peak_sustained_elapsed\nmax_bandwidth_of_range_pct [%]: gpu__compute_memory_request_throughput.avg.pct_of_peak_sustained_elapsed\nmem_pipes_busy_of_range_pct [%]: sm__memory_throughput.avg.pct_of_peak_sustained_elapsed\ndram_throughput_of_range_pct [%]: gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed\nmemory_sol_of_range_pct [%]: gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed\nl1_hit_pct [%]: l1tex__t_sector_hit_rate.pct\nl2_hit_pct [%]: lts__t_sector_hit_rate.pct\ndram_read_bytes [byte]: dram__bytes_read.sum; dram__bytes_op_read.sum\ndram_write_bytes [byte]: dram__bytes_write.sum; dram__bytes_op_write.sum\ndram_bytes [byte]: dram__bytes.sum\nissue_active_pct [%]: smsp__issue_active.avg.pct_of_peak_sustained_active\nglobal_load_sectors [sector]: l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum; model: global_load_sectors\nglobal_store_sectors [sector]: l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum; model: global_store_sectors\ninst_executed [instruction]: smsp__inst_executed.sum; model: inst_executed\nglobal_load_requests [request]: smsp__inst_executed_op_global_ld.sum, without smsp__inst_executed_op_generic_ld.sum; l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum; model: global_load_requests\nglobal_store_requests [request]: smsp__inst_executed_op_global_st.sum; l1tex__t_requests_pipe_lsu_mem_global_op_st.sum; model: global_store_requests\nglobal_bank_conflicts [conflict]: l1tex__data_bank_conflicts_pipe_lsu_mem_global.sum; l1tex__data_bank_conflicts_pipe_lsu_mem_gds.sum; model: global_bank_conflicts\nl2_read_bytes [byte]: 32 * l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_miss.sum, without smsp__inst_executed_op_ldgsts.sum, smsp__inst_executed_op_local_ld.sum; l1tex__m_xbar2l1tex_read_bytes.sum; model: 32 * l1_read_sectors\nl2_write_bytes [byte]: 32 * lts__t_sectors_srcunit_tex_op_write.sum; l1tex__m_l1tex2xbar_write_bytes.sum; model: 32 * l1_written_sectors\nshared_load_requests [request]: smsp__inst_executed_op_shared_ld.sum; model: shared_load_requests\nshared_store_requests [request]: smsp__inst_executed_op_shared_st.sum; model: shared_store_requests\nshared_load_conflicts [conflict]: l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum; model: shared_load_conflicts\nshared_store_conflicts [conflict]: l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum; model: shared_store_conflicts\n','\n',char(10)));
INSERT INTO source VALUES(3459823830160197488,'780a1e6568d63dc549207672356f55d4342bd2fee52ecc9369613ecd00600d65','kernels/transpose/transpose_naive.cu',replace('// Variant 1. A warp reads a piece of a row, four whole sectors, and writes it down a column: 32 rows, 32 sectors, 4\n// bytes of each.\n//\n// What limits it: the stores. L1 passes each on, so that L2 receives every sector eight times, an eighth at a time, and\n// on an H200 the link between them is near its peak. The next variant turns the tile around inside the multiprocessor\n// and writes rows as well.\n#include "tile.h"\n\n__global__ void transpose_naive(float* __restrict__ out, const float* __restrict__ in, int rows, int cols) {\n  const int col = blockIdx.x * kTile + threadIdx.x;\n  if (col >= cols) return;\n#pragma unroll\n  for (int k = 0; k < kTile; k += kTileStep) {\n    const int row = blockIdx.y * kTile + threadIdx.y + k;\n    if (row < rows) out[1LL * col * rows + row] = in[1LL * row * cols + col];\n  }\n}\n','\n',char(10)));
INSERT INTO source VALUES(3540325813947767003,'6fcf1ebefa2935ba31c83b43d2ef850bb2cd5194780c11d400c315ac84725663','kernels/transpose/tile.h',replace('// The tiles of variants 1 to 4: a block of kTile x kTileStep threads moves a square of kTile x kTile elements, each\n// thread kTile / kTileStep of them.\nconstexpr int kTile = 32;\nconstexpr int kTileStep = 8;\n','\n',char(10)));
INSERT INTO source VALUES(3701570533915752643,'3f09224cd9bd286c6ef4b5373c04311008ccf2ca705dad6bb9961150de573209','/tmp/base/kernels/transpose/reference.cu',replace('// Reference result: row r, column c goes to row c, column r.\n//\n// What limits it: not relevant; it only has to be obviously correct.\n__global__ void transpose_reference(double* out, const float* in, int rows, int cols) {\n  const long long elements = 1LL * rows * cols;\n  for (long long i = threadIdx.x + 1LL * blockIdx.x * blockDim.x; i < elements; i += blockDim.x * gridDim.x)\n    out[i % cols * rows + i / cols] = in[i];\n}\n','\n',char(10)));
INSERT INTO source VALUES(3753330510764732630,'d92242651533c8437c106956e9ba80d7c8057e72d39eabb51a04048281a82c5a','/tmp/base/kernels/norm/norm_group.cu',replace('// The solved assignment: grp_size neighbouring threads share a vector and touch neighbouring elements of it.\n//\n// What limits it: with groups of 8 or more every request fills whole sectors, and the L1-L2 traffic is ideal; what is\n// left is that traffic itself. Smaller groups still spread a warp''s request over many lines; larger ones pay more\n// shuffles per vector.\n#include "norm.h"\n\n// The sum of `value` over the group of the calling thread. `group` is the mask of its lanes.\ntemplate <int grp_size>\n__device__ elt_t group_sum(elt_t value, unsigned group) {\n  for (int distance = grp_size / 2; distance > 0; distance /= 2)\n    value += __shfl_xor_sync(group, value, distance, grp_size);\n  return value;\n}\n\n// D_L: components of a vector, known to the compiler; 0: known at run time only.\n// grp_size: threads that share a vector, a power of two up to 32. A block has whole warps.\ntemplate <int D_L, int grp_size>\n__global__ void norm_group(elt_t* __restrict__ l_out, const elt_t* __restrict__ l_in) {\n  const int tid = threadIdx.x + blockIdx.x * blockDim.x;\n  const int n_threads = blockDim.x * gridDim.x;\n  const int d_l = D_L > 0 ? D_L : c_app.d_l;\n  const int n_l = c_app.n_l;\n  const int rank = threadIdx.x % grp_size;\n  const unsigned group = (~0u >> (32 - grp_size)) << (threadIdx.x % 32 - rank);\n\n  for (int h = tid / grp_size; h < n_l; h += n_threads / grp_size) {\n    const elt_t* const x = l_in + h * d_l;\n    elt_t* const y = l_out + h * d_l;\n    elt_t sum = 0;\n\n    if (D_L > 0) {\n      // The trip count is known: the thread''s own elements stay in registers.\n      constexpr int n_own = (D_L + grp_size - 1) / grp_size;\n      elt_t own[n_own > 0 ? n_own : 1];\n      for (int k = 0; k < n_own; k++) {\n        const int i = rank + k * grp_size;\n        own[k] = i < D_L ? x[i] : 0;\n        sum += own[k];\n      }\n      const elt_t mean = group_sum<grp_size>(sum, group) / d_l;\n      for (int k = 0; k < n_own; k++) {\n        const int i = rank + k * grp_size;\n        if (i < D_L) y[i] = own[k] - mean;\n      }\n    } else {\n      for (int i = rank; i < d_l; i += grp_size) sum += x[i];\n      const elt_t mean = group_sum<grp_size>(sum, group) / d_l;\n      for (int i = rank; i < d_l; i += grp_size) y[i] = x[i] - mean;\n    }\n  }\n}\n','\n',char(10)));
INSERT INTO source VALUES(4777834809148301867,'0b0b342c5273e4b129f9fc720317bfb2f1210c757ede1042aaf87c9703555ee0','how inputs are filled','l_in uniform(-1, 1)');
INSERT INTO source VALUES(5614374788441953986,'031315ac09e8b37824842b77db340b21c89ad3e1f7a16a9ecd5035b7df23ff51','kernels/norm/norm_base.cu',replace('// The starting point: one thread per vector, thread after thread through all of them.\n//\n// What limits it: the 32 threads of a warp read and write d_l elements apart. Each request touches up to 32 lines, so\n// the L1 data banks serve it in many cycles, and stores leave the L1 as separate sectors.\n#include "norm.h"\n\n// D_L: components of a vector, known to the compiler; 0: known at run time only.\ntemplate <int D_L>\n__global__ void norm_base(elt_t* __restrict__ l_out, const elt_t* __restrict__ l_in) {\n  const int d_l = D_L > 0 ? D_L : c_app.d_l;\n  const int n_l = c_app.n_l;\n  const int n_threads = gridDim.x * blockDim.x;\n\n  for (int vector = threadIdx.x + blockIdx.x * blockDim.x; vector < n_l; vector += n_threads) {\n    elt_t sum = 0;\n    for (int i = 0; i < d_l; i++) sum += l_in[vector * d_l + i];\n    const elt_t mean = sum / d_l;\n    for (int i = 0; i < d_l; i++) l_out[vector * d_l + i] = l_in[vector * d_l + i] - mean;\n  }\n}\n','\n',char(10)));
INSERT INTO source VALUES(5912397436672480062,'873514061abeffc673944ce6f8a8bda8041af82c36426880bcee903385efc4a7','/tmp/base/kernels/norm/reference.cu',replace('// Reference result: each vector minus its mean, summed in double precision, one thread per vector.\n//\n// What limits it: not relevant; it only has to be obviously correct.\n__global__ void norm_reference(double* l_out, const float* l_in, int n_l, int d_l) {\n  for (int h = threadIdx.x + blockIdx.x * blockDim.x; h < n_l; h += blockDim.x * gridDim.x) {\n    double sum = 0;\n    for (int i = 0; i < d_l; i++) sum += l_in[h * d_l + i];\n    for (int i = 0; i < d_l; i++) l_out[h * d_l + i] = l_in[h * d_l + i] - sum / d_l;\n  }\n}\n','\n',char(10)));
INSERT INTO source VALUES(6581745256213603580,'8414d30a2610fde70faa5453a0ae3ed31ae073af508e036628a90418a7cbe724','kernels/norm/family.yaml',replace('# The vectors of LSU GPU Microarchitecture 2024, Homework 1. starter/ holds the unsolved kernel files to hand out to\n# students; `grade` flags submissions that are still identical to them.\nfamily: norm\nabout: Subtract each vector''s mean from its components.\n\nparameters:\n  d_l:      {type: int, min: 1, about: components of a vector}\n  n_l:      {type: int, min: 1, about: vectors}\n  grp_size: {type: int, values: [1, 2, 4, 8, 16, 32], default: 1, about: threads that share a vector}\n\nbuffers:\n  l_in:  {type: f32, count: n_l * d_l, role: in, fill: "uniform(-1, 1)"}\n  l_out:\n    type: f32\n    count: n_l * d_l\n    role: out\n    tolerance: {abs: 2e-7 * (sqrt(d_l) + 4), because: rounding of one fp32 difference and of the mean of d_l fp32 values up to 1}\n\nconstants:                       # __constant__ symbols, filled before the first launch\n  c_app: [i32 d_l, i32 n_l]\n\nreference:\n  source: reference.cu\n  kernel: norm_reference\n  args: [l_out, l_in, i32 n_l, i32 d_l]\n\nwork:                            # what normalised columns divide by\n  elements:          n_l * d_l\n  ideal_read_bytes:  4 * n_l * d_l\n  ideal_write_bytes: 4 * n_l * d_l\n\nkernels:\n  norm_base:\n    source: norm_base.cu\n    template: ["d_l <= 32 ? d_l : 0"]\n    args: [l_out, l_in]\n  norm_group:\n    source: norm_group.cu\n    template: ["d_l <= 32 ? d_l : 0", grp_size]\n    args: [l_out, l_in]\n    where: grp_size <= min(d_l, 32)\n','\n',char(10)));
INSERT INTO source VALUES(7385532099327950704,'4a95e23af7bc3f37d52d4d2aff005f2773a2ea4892a8fd4e284df2fe7944ec08','kernels/transpose/family.yaml',replace('# What bank conflicts cost, and two ways around them.\nfamily: transpose\nabout: Transpose a matrix.\n\nparameters:\n  rows: {type: int, min: 1, max: 2^20, about: rows of the matrix that is read}\n  cols: {type: int, min: 1, max: 2^20, about: columns of the matrix that is read}\n\nbuffers:\n  in:  {type: f32, count: rows * cols, role: in, fill: "uniform(-1, 1)"}\n  out: {type: f32, count: rows * cols, role: out, tolerance: {abs: 0, because: a transpose moves elements and changes none}}\n\nreference:\n  source: reference.cu\n  kernel: transpose_reference\n  args: [out, in, i32 rows, i32 cols]\n\nwork:\n  elements:          rows * cols\n  ideal_read_bytes:  4 * rows * cols\n  ideal_write_bytes: 4 * rows * cols\n\nkernels:                         # a block transposes a tile: 32 x 32 elements, variants 5 and 6 64 x 64\n  transpose_naive:               # variant 1\n    source: transpose_naive.cu\n    args: [out, in, i32 rows, i32 cols]\n    blocks: [ceil(cols / 32), ceil(rows / 32)]\n    threads: [32, 8]\n  transpose_shared:              # variant 2\n    source: transpose_shared.cu\n    args: [out, in, i32 rows, i32 cols]\n    blocks: [ceil(cols / 32), ceil(rows / 32)]\n    threads: [32, 8]\n  transpose_padded:              # variant 3\n    source: transpose_padded.cu\n    args: [out, in, i32 rows, i32 cols]\n    blocks: [ceil(cols / 32), ceil(rows / 32)]\n    threads: [32, 8]\n  transpose_swizzled:            # variant 4\n    source: transpose_swizzled.cu\n    args: [out, in, i32 rows, i32 cols]\n    blocks: [ceil(cols / 32), ceil(rows / 32)]\n    threads: [32, 8]\n  transpose_vector:              # variant 5\n    source: transpose_vector.cu\n    where: ["mod(rows, 4) == 0", "mod(cols, 4) == 0"]\n    args: [out, in, i32 rows, i32 cols]\n    blocks: [ceil(cols / 64), ceil(rows / 64)]\n    threads: [16, 16]\n  transpose_shifted:             # variant 6\n    source: transpose_shifted.cu\n    args: [out, in, i32 rows, i32 cols]\n    blocks: [ceil(cols / 64), ceil((rows + 7) / 64)]\n    threads: [32, 8]\n  transpose_cublas:              # a library''s\n    library: transpose_cublas.cu\n    link: cublas\n    args: [out, in, i32 rows, i32 cols]\n','\n',char(10)));
INSERT INTO source VALUES(7600453276935385033,'031315ac09e8b37824842b77db340b21c89ad3e1f7a16a9ecd5035b7df23ff51','/tmp/base/kernels/norm/norm_base.cu',replace('// The starting point: one thread per vector, thread after thread through all of them.\n//\n// What limits it: the 32 threads of a warp read and write d_l elements apart. Each request touches up to 32 lines, so\n// the L1 data banks serve it in many cycles, and stores leave the L1 as separate sectors.\n#include "norm.h"\n\n// D_L: components of a vector, known to the compiler; 0: known at run time only.\ntemplate <int D_L>\n__global__ void norm_base(elt_t* __restrict__ l_out, const elt_t* __restrict__ l_in) {\n  const int d_l = D_L > 0 ? D_L : c_app.d_l;\n  const int n_l = c_app.n_l;\n  const int n_threads = gridDim.x * blockDim.x;\n\n  for (int vector = threadIdx.x + blockIdx.x * blockDim.x; vector < n_l; vector += n_threads) {\n    elt_t sum = 0;\n    for (int i = 0; i < d_l; i++) sum += l_in[vector * d_l + i];\n    const elt_t mean = sum / d_l;\n    for (int i = 0; i < d_l; i++) l_out[vector * d_l + i] = l_in[vector * d_l + i] - mean;\n  }\n}\n','\n',char(10)));
INSERT INTO source VALUES(7916497535558005966,'873514061abeffc673944ce6f8a8bda8041af82c36426880bcee903385efc4a7','kernels/norm/reference.cu',replace('// Reference result: each vector minus its mean, summed in double precision, one thread per vector.\n//\n// What limits it: not relevant; it only has to be obviously correct.\n__global__ void norm_reference(double* l_out, const float* l_in, int n_l, int d_l) {\n  for (int h = threadIdx.x + blockIdx.x * blockDim.x; h < n_l; h += blockDim.x * gridDim.x) {\n    double sum = 0;\n    for (int i = 0; i < d_l; i++) sum += l_in[h * d_l + i];\n    for (int i = 0; i < d_l; i++) l_out[h * d_l + i] = l_in[h * d_l + i] - sum / d_l;\n  }\n}\n','\n',char(10)));
INSERT INTO source VALUES(8635494708929659148,'d92242651533c8437c106956e9ba80d7c8057e72d39eabb51a04048281a82c5a','kernels/norm/norm_group.cu',replace('// The solved assignment: grp_size neighbouring threads share a vector and touch neighbouring elements of it.\n//\n// What limits it: with groups of 8 or more every request fills whole sectors, and the L1-L2 traffic is ideal; what is\n// left is that traffic itself. Smaller groups still spread a warp''s request over many lines; larger ones pay more\n// shuffles per vector.\n#include "norm.h"\n\n// The sum of `value` over the group of the calling thread. `group` is the mask of its lanes.\ntemplate <int grp_size>\n__device__ elt_t group_sum(elt_t value, unsigned group) {\n  for (int distance = grp_size / 2; distance > 0; distance /= 2)\n    value += __shfl_xor_sync(group, value, distance, grp_size);\n  return value;\n}\n\n// D_L: components of a vector, known to the compiler; 0: known at run time only.\n// grp_size: threads that share a vector, a power of two up to 32. A block has whole warps.\ntemplate <int D_L, int grp_size>\n__global__ void norm_group(elt_t* __restrict__ l_out, const elt_t* __restrict__ l_in) {\n  const int tid = threadIdx.x + blockIdx.x * blockDim.x;\n  const int n_threads = blockDim.x * gridDim.x;\n  const int d_l = D_L > 0 ? D_L : c_app.d_l;\n  const int n_l = c_app.n_l;\n  const int rank = threadIdx.x % grp_size;\n  const unsigned group = (~0u >> (32 - grp_size)) << (threadIdx.x % 32 - rank);\n\n  for (int h = tid / grp_size; h < n_l; h += n_threads / grp_size) {\n    const elt_t* const x = l_in + h * d_l;\n    elt_t* const y = l_out + h * d_l;\n    elt_t sum = 0;\n\n    if (D_L > 0) {\n      // The trip count is known: the thread''s own elements stay in registers.\n      constexpr int n_own = (D_L + grp_size - 1) / grp_size;\n      elt_t own[n_own > 0 ? n_own : 1];\n      for (int k = 0; k < n_own; k++) {\n        const int i = rank + k * grp_size;\n        own[k] = i < D_L ? x[i] : 0;\n        sum += own[k];\n      }\n      const elt_t mean = group_sum<grp_size>(sum, group) / d_l;\n      for (int k = 0; k < n_own; k++) {\n        const int i = rank + k * grp_size;\n        if (i < D_L) y[i] = own[k] - mean;\n      }\n    } else {\n      for (int i = rank; i < d_l; i += grp_size) sum += x[i];\n      const elt_t mean = group_sum<grp_size>(sum, group) / d_l;\n      for (int i = rank; i < d_l; i += grp_size) y[i] = x[i] - mean;\n    }\n  }\n}\n','\n',char(10)));
INSERT INTO source VALUES(8755291630726345741,'b4bd2c5a0dd6d8d79baec396183e24f749b930644de3cbb3295659b4ccc1478a','norm.h',replace('// What the kernels of this family share: the element type and the shape, which the runner fills in.\n\nusing elt_t = float;\n\nstruct App {\n  int d_l;  // components of a vector\n  int n_l;  // vectors\n};\n\n__constant__ App c_app;\n','\n',char(10)));
INSERT INTO source VALUES(9014608696831066501,'6fcf1ebefa2935ba31c83b43d2ef850bb2cd5194780c11d400c315ac84725663','tile.h',replace('// The tiles of variants 1 to 4: a block of kTile x kTileStep threads moves a square of kTile x kTile elements, each\n// thread kTile / kTileStep of them.\nconstexpr int kTile = 32;\nconstexpr int kTileStep = 8;\n','\n',char(10)));
INSERT INTO source VALUES(9020568172283589905,'3f09224cd9bd286c6ef4b5373c04311008ccf2ca705dad6bb9961150de573209','kernels/transpose/reference.cu',replace('// Reference result: row r, column c goes to row c, column r.\n//\n// What limits it: not relevant; it only has to be obviously correct.\n__global__ void transpose_reference(double* out, const float* in, int rows, int cols) {\n  const long long elements = 1LL * rows * cols;\n  for (long long i = threadIdx.x + 1LL * blockIdx.x * blockDim.x; i < elements; i += blockDim.x * gridDim.x)\n    out[i % cols * rows + i / cols] = in[i];\n}\n','\n',char(10)));
CREATE TABLE program (
  id     INTEGER PRIMARY KEY,                         -- content_id of the digest
  digest TEXT NOT NULL                                -- over all its sources
) STRICT;
INSERT INTO program VALUES(6270957876632595891,'beffea128242a26343a4593bcb7813bd8de196b0c55febf5df3e315bb39caa67');
INSERT INTO program VALUES(6808043474793457243,'f6458676dc150007dff5f804be88a9303025b9ab074a8a9bc9e080ba58c354a2');
INSERT INTO program VALUES(7099745665722217280,'876b3d5af48bfa61cff1bc1c08b20a19a915b33374a0e0b7f40935ff993cb189');
INSERT INTO program VALUES(7878343472893245451,'bfda69e25773d09422597a02aa02bba269b2170783fabaf0e32a3417576c5e68');
INSERT INTO program VALUES(8043152941491508929,'cc0815bc988307227497eb4d200c1bc4050088b12b0540e77b18dc9481f2e453');
CREATE TABLE program_source (
  program INTEGER NOT NULL REFERENCES program,
  place   INTEGER NOT NULL CHECK (place >= 0),        -- 0: the main file; then its headers in order
  source  INTEGER NOT NULL REFERENCES source,
  PRIMARY KEY (program, place)
) STRICT, WITHOUT ROWID;
INSERT INTO program_source VALUES(6270957876632595891,0,3753330510764732630);
INSERT INTO program_source VALUES(6270957876632595891,1,8755291630726345741);
INSERT INTO program_source VALUES(6808043474793457243,0,5912397436672480062);
INSERT INTO program_source VALUES(7099745665722217280,0,1053017876580860540);
INSERT INTO program_source VALUES(7099745665722217280,1,9014608696831066501);
INSERT INTO program_source VALUES(7878343472893245451,0,3701570533915752643);
INSERT INTO program_source VALUES(8043152941491508929,0,7600453276935385033);
INSERT INTO program_source VALUES(8043152941491508929,1,8755291630726345741);
CREATE TABLE run (
  id             INTEGER PRIMARY KEY CHECK (id >= 0 AND id < 1 << 41),  -- the upper 41 bits of the UUID's content_id
  uuid           TEXT NOT NULL UNIQUE,
  started_utc    TEXT NOT NULL,                       -- 2024-02-29T12:34:56.789Z
  command_line   TEXT NOT NULL,
  tool_version   TEXT NOT NULL,
  experiment     INTEGER NOT NULL REFERENCES experiment,
  device         INTEGER NOT NULL REFERENCES device,
  environment    INTEGER NOT NULL REFERENCES environment,
  submission     TEXT,                                -- NULL: the family's own kernels
  seed           TEXT NOT NULL,                       -- decimal: 64 bits without a sign do not fit an INTEGER
  planned_points INTEGER NOT NULL CHECK (planned_points >= 0),
  report         TEXT NOT NULL,                       -- name of the page that shows it; may be empty
  settings       TEXT NOT NULL CHECK (json_valid(settings))
, campaign TEXT              -- a UUID; NULL: the run is of none
  CHECK (campaign <> ''), shard TEXT                 -- '2/8': the second of eight; NULL: its whole plan
  CHECK (shard IS NULL OR (shard <> '' AND campaign IS NOT NULL))) STRICT;
INSERT INTO run VALUES(1002175030212,'5302ab75-f035-4969-a25c-60f44fb4f3db','2026-11-28T19:22:42.659Z','run transpose --set kernel=transpose_naive --set matrix=0 --device host --db old.db --quiet','0.1.0+ba531acb',3044655783509127862,1112834445649223580,6659887149604091552,NULL,'1',1,'transpose','{"arguments":[],"experiment":"transpose","seed":1,"set":["kernel=transpose_naive","matrix=0"],"untrusted":false}',NULL,NULL);
INSERT INTO run VALUES(1064312384216,'12536079-f9dd-48d6-94b1-9969730eb4a0','2026-11-28T19:22:42.020Z','run quickstart --set d_l=4 --set warps=4 --device host --db old.db --quiet','0.1.0+ba531acb',1176315874943821524,1112834445649223580,6659887149604091552,NULL,'1',2,'lsu-2024-hw01','{"arguments":[],"experiment":"quickstart","seed":1,"set":["d_l=4","warps=4"],"untrusted":false}',NULL,NULL);
CREATE TABLE run_start (
  id              INTEGER PRIMARY KEY CHECK (id >> 16 = run),  -- of one run, a newer start is larger by 1
  run             INTEGER NOT NULL REFERENCES run,
  started_utc     TEXT NOT NULL,                      -- 2024-02-29T12:34:56.789Z
  command_line    TEXT NOT NULL,
  tool_version    TEXT NOT NULL,
  environment     INTEGER NOT NULL REFERENCES environment,
  process         TEXT NOT NULL,                      -- 'process 4711 on lab7'; empty when it was not kept
  recorded_points INTEGER NOT NULL CHECK (recorded_points >= 0),  -- what starts before this one had recorded
  changes         TEXT NOT NULL                       -- since the start before: driver, version, ...; empty when none
) STRICT;
INSERT INTO run_start VALUES(65678542779973632,1002175030212,'2026-11-28T19:22:42.659Z','run transpose --set kernel=transpose_naive --set matrix=0 --device host --db old.db --quiet','0.1.0+ba531acb',6659887149604091552,'process 2054 of root on vm',0,'');
INSERT INTO run_start VALUES(69750776411979776,1064312384216,'2026-11-28T19:22:42.020Z','run quickstart --set d_l=4 --set warps=4 --device host --db old.db --quiet','0.1.0+ba531acb',6659887149604091552,'process 2036 of root on vm',0,'');
CREATE TABLE run_stop (
  start       INTEGER PRIMARY KEY REFERENCES run_start,
  stopped_utc TEXT NOT NULL,
  outcome     TEXT NOT NULL CHECK (outcome IN ('finished', 'interrupted', 'failed')),
  reason      TEXT NOT NULL
) STRICT;
INSERT INTO run_stop VALUES(65678542779973632,'2026-11-28T19:22:42.984Z','finished','');
INSERT INTO run_stop VALUES(69750776411979776,'2026-11-28T19:22:42.391Z','finished','');
CREATE TABLE run_text (
  run    INTEGER NOT NULL REFERENCES run,
  source INTEGER NOT NULL REFERENCES source,
  PRIMARY KEY (run, source)
) STRICT, WITHOUT ROWID;
INSERT INTO run_text VALUES(1002175030212,1415132686327353441);
INSERT INTO run_text VALUES(1002175030212,2661737725251248454);
INSERT INTO run_text VALUES(1002175030212,3459823830160197488);
INSERT INTO run_text VALUES(1002175030212,3540325813947767003);
INSERT INTO run_text VALUES(1002175030212,7385532099327950704);
INSERT INTO run_text VALUES(1002175030212,9020568172283589905);
INSERT INTO run_text VALUES(1064312384216,1005529311836444454);
INSERT INTO run_text VALUES(1064312384216,2267391050461770680);
INSERT INTO run_text VALUES(1064312384216,4777834809148301867);
INSERT INTO run_text VALUES(1064312384216,5614374788441953986);
INSERT INTO run_text VALUES(1064312384216,6581745256213603580);
INSERT INTO run_text VALUES(1064312384216,7916497535558005966);
INSERT INTO run_text VALUES(1064312384216,8635494708929659148);
CREATE TABLE configuration (
  id        INTEGER PRIMARY KEY,                      -- content_id of the rest, with the program's digests, and of its
                                                      -- quantities
  key       TEXT NOT NULL,                            -- same key: same experiment on the same source
  identity  TEXT NOT NULL,                            -- kernel and canonical parameters, for a person
  family    TEXT NOT NULL,
  kernel    TEXT NOT NULL,
  instance  TEXT NOT NULL,                            -- with template arguments
  program   INTEGER NOT NULL REFERENCES program,
  reference INTEGER NOT NULL REFERENCES program
) STRICT;
INSERT INTO configuration VALUES(7662697863362240491,'b74496b13541fe0ba5e1acc44d4341ffffea3258fd5109246235ae1d9c339b27','norm_base d_l=4 n_l=65536 blocks=128 warps=4','norm','norm_base','norm_base<4>',8043152941491508929,6808043474793457243);
INSERT INTO configuration VALUES(7800414942192973098,'d3161da7823cb99098d2c8524f1456e6c1e275a224102271a92527c685e9ab6b','norm_group d_l=4 grp_size=4 n_l=65536 blocks=128 warps=4','norm','norm_group','norm_group<4,4>',6270957876632595891,6808043474793457243);
INSERT INTO configuration VALUES(7817030482358990215,'76e24a717ebd4009b7db63c8be85019f591049545e4df9be23c97fc32fb9d5d4','transpose_naive cols=100003 rows=1 blocks=128 warps=4','transpose','transpose_naive','transpose_naive',7099745665722217280,7878343472893245451);
CREATE TABLE point (
  id            INTEGER PRIMARY KEY CHECK (id = run << 22 | ordinal),
  run           INTEGER NOT NULL REFERENCES run,
  ordinal       INTEGER NOT NULL CHECK (ordinal >= 0 AND ordinal < 1 << 22),  -- place in the plan
  configuration INTEGER NOT NULL REFERENCES configuration,
  outcome       TEXT NOT NULL CHECK (outcome IN ('ok', 'incorrect', 'invalid_point', 'compile_failed', 'launch_failed',
                                                 'timed_out', 'crashed', 'interrupted', 'implausible')),
  reason        TEXT NOT NULL,                        -- empty when ok
  wall_s        REAL NOT NULL                         -- what the point cost, all phases
) STRICT;
INSERT INTO point VALUES(4203426737918312448,1002175030212,0,7817030482358990215,'ok','',0.10463493999999999573);
INSERT INTO point VALUES(4464049690366705664,1064312384216,0,7662697863362240491,'ok','',0.10172000500000000222);
INSERT INTO point VALUES(4464049690366705665,1064312384216,1,7800414942192973098,'ok','',0.041464056999999998609);
CREATE TABLE check_result (
  point         INTEGER NOT NULL REFERENCES point,
  buffer        TEXT NOT NULL,
  elements      INTEGER NOT NULL,
  mismatches    INTEGER NOT NULL,
  max_abs_error REAL,                                 -- NULL: no element was a number
  PRIMARY KEY (point, buffer)
) STRICT, WITHOUT ROWID;
INSERT INTO check_result VALUES(4203426737918312448,'out',100003,0,0.0);
INSERT INTO check_result VALUES(4464049690366705664,'l_out',262144,0,1.1920928955078125e-07);
INSERT INTO check_result VALUES(4464049690366705665,'l_out',262144,0,1.0430812835693359375e-07);
CREATE TABLE timing_method (
  id        INTEGER PRIMARY KEY,                      -- content_id of the rest
  clock     TEXT NOT NULL,                            -- 'cuda event', 'host steady clock'
  cache     TEXT NOT NULL CHECK (cache IN ('warm', 'cold')),
  stop_rule TEXT NOT NULL
) STRICT;
INSERT INTO timing_method VALUES(4946451643047612397,'host steady clock','warm','max_samples');
CREATE TABLE timing (
  point        INTEGER PRIMARY KEY REFERENCES point,
  method       INTEGER NOT NULL REFERENCES timing_method,
  samples_ns   BLOB NOT NULL CHECK (length(samples_ns) % 8 = 0),  -- little-endian doubles, in the order taken
  sm_clock_mhz BLOB NOT NULL CHECK (length(sm_clock_mhz) = length(samples_ns)),  -- the same; NaN where it was not read
  checksum     INTEGER NOT NULL                       -- content_id of both
) STRICT;
INSERT INTO timing VALUES(4203426737918312448,4946451643047612397,X'000000a00f5b6841',X'000000000000f87f',8872401160324498048);
INSERT INTO timing VALUES(4464049690366705664,4946451643047612397,X'00000000d0c71641',X'000000000000f87f',7223367505718853597);
INSERT INTO timing VALUES(4464049690366705665,4946451643047612397,X'000000f08b297141',X'000000000000f87f',1054078982947011484);
CREATE TABLE prepare_timing (
  point        INTEGER PRIMARY KEY REFERENCES point,
  clock        TEXT NOT NULL,                         -- as in timing_method
  samples_ns   BLOB NOT NULL CHECK (length(samples_ns) % 8 = 0),
  checksum     INTEGER NOT NULL                       -- content_id of the samples
) STRICT;
CREATE TABLE metric_kind (
  id     INTEGER PRIMARY KEY CHECK (id >= 0 AND id < 1 << 47),  -- the upper 47 bits of the rest's content_id
  name   TEXT NOT NULL,
  unit   TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('event', 'cupti', 'model', 'attribute'))
) STRICT;
INSERT INTO metric_kind VALUES(8496416178005,'dram_write_bytes','byte','cupti');
INSERT INTO metric_kind VALUES(11595305401433,'dram_read_bytes','byte','cupti');
INSERT INTO metric_kind VALUES(14857263943338,'l2_hit_pct','%','cupti');
INSERT INTO metric_kind VALUES(16288805781276,'memory_sol_of_range_pct','%','cupti');
INSERT INTO metric_kind VALUES(16568048925003,'dram_throughput_of_range_pct','%','cupti');
INSERT INTO metric_kind VALUES(16628469977849,'power_w','W','attribute');
INSERT INTO metric_kind VALUES(17595343006249,'issue_active_pct','%','cupti');
INSERT INTO metric_kind VALUES(29535488139321,'dram_bytes','byte','cupti');
INSERT INTO metric_kind VALUES(34798037734315,'throttled','flag','attribute');
INSERT INTO metric_kind VALUES(36476485648451,'l1_hit_pct','%','cupti');
INSERT INTO metric_kind VALUES(42524930080431,'range_ns','ns','cupti');
INSERT INTO metric_kind VALUES(52510167603391,'mem_busy_of_range_pct','%','cupti');
INSERT INTO metric_kind VALUES(61351655227990,'max_bandwidth_of_range_pct','%','cupti');
INSERT INTO metric_kind VALUES(74783330983067,'registers','register','attribute');
INSERT INTO metric_kind VALUES(104026249998415,'mem_pipes_busy_of_range_pct','%','cupti');
INSERT INTO metric_kind VALUES(118834405368352,'blocks_per_sm','block','attribute');
INSERT INTO metric_kind VALUES(122294926822447,'other_gpu_processes','process','attribute');
INSERT INTO metric_kind VALUES(133857735371318,'static_shared_bytes','byte','attribute');
INSERT INTO metric_kind VALUES(137851031805689,'local_bytes','byte','attribute');
CREATE TABLE absence (
  id     INTEGER PRIMARY KEY CHECK (id >= 0 AND id < 1 << 47),  -- the upper 47 bits of the reason's content_id
  reason TEXT NOT NULL CHECK (reason <> '')
) STRICT;
INSERT INTO absence VALUES(2984472875827,'host backend: no hardware counters, and the memory model does not provide this metric');
INSERT INTO absence VALUES(57728792865545,'this backend has no GPU to watch');
CREATE TABLE metric (
  point   INTEGER NOT NULL REFERENCES point,
  kind    INTEGER NOT NULL REFERENCES metric_kind,
  value   REAL,
  absence INTEGER REFERENCES absence,
  PRIMARY KEY (point, kind),
  CONSTRAINT an_absent_value_has_a_reason CHECK ((value IS NULL) = (absence IS NOT NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO metric VALUES(4203426737918312448,8496416178005,NULL,2984472875827);
INSERT INTO metric VALUES(4203426737918312448,11595305401433,NULL,2984472875827);
INSERT INTO metric VALUES(4203426737918312448,14857263943338,NULL,2984472875827);
INSERT INTO metric VALUES(4203426737918312448,16288805781276,NULL,2984472875827);
INSERT INTO metric VALUES(4203426737918312448,16568048925003,NULL,2984472875827);
INSERT INTO metric VALUES(4203426737918312448,16628469977849,NULL,57728792865545);
INSERT INTO metric VALUES(4203426737918312448,17595343006249,NULL,2984472875827);
INSERT INTO metric VALUES(4203426737918312448,29535488139321,NULL,2984472875827);
INSERT INTO metric VALUES(4203426737918312448,34798037734315,NULL,57728792865545);
INSERT INTO metric VALUES(4203426737918312448,36476485648451,NULL,2984472875827);
INSERT INTO metric VALUES(4203426737918312448,42524930080431,NULL,2984472875827);
INSERT INTO metric VALUES(4203426737918312448,52510167603391,NULL,2984472875827);
INSERT INTO metric VALUES(4203426737918312448,61351655227990,NULL,2984472875827);
INSERT INTO metric VALUES(4203426737918312448,74783330983067,22.0,NULL);
INSERT INTO metric VALUES(4203426737918312448,104026249998415,NULL,2984472875827);
INSERT INTO metric VALUES(4203426737918312448,118834405368352,6.0,NULL);
INSERT INTO metric VALUES(4203426737918312448,122294926822447,NULL,57728792865545);
INSERT INTO metric VALUES(4203426737918312448,133857735371318,0.0,NULL);
INSERT INTO metric VALUES(4203426737918312448,137851031805689,0.0,NULL);
INSERT INTO metric VALUES(4464049690366705664,16628469977849,NULL,57728792865545);
INSERT INTO metric VALUES(4464049690366705664,29535488139321,NULL,2984472875827);
INSERT INTO metric VALUES(4464049690366705664,34798037734315,NULL,57728792865545);
INSERT INTO metric VALUES(4464049690366705664,74783330983067,26.0,NULL);
INSERT INTO metric VALUES(4464049690366705664,118834405368352,12.0,NULL);
INSERT INTO metric VALUES(4464049690366705664,122294926822447,NULL,57728792865545);
INSERT INTO metric VALUES(4464049690366705664,133857735371318,0.0,NULL);
INSERT INTO metric VALUES(4464049690366705664,137851031805689,0.0,NULL);
INSERT INTO metric VALUES(4464049690366705665,16628469977849,NULL,57728792865545);
INSERT INTO metric VALUES(4464049690366705665,29535488139321,NULL,2984472875827);
INSERT INTO metric VALUES(4464049690366705665,34798037734315,NULL,57728792865545);
INSERT INTO metric VALUES(4464049690366705665,74783330983067,18.0,NULL);
INSERT INTO metric VALUES(4464049690366705665,118834405368352,12.0,NULL);
INSERT INTO metric VALUES(4464049690366705665,122294926822447,NULL,57728792865545);
INSERT INTO metric VALUES(4464049690366705665,133857735371318,0.0,NULL);
INSERT INTO metric VALUES(4464049690366705665,137851031805689,0.0,NULL);
CREATE TABLE memory_model (
  id             INTEGER PRIMARY KEY,                 -- content_id of the rest
  version        TEXT NOT NULL,
  profile_digest TEXT NOT NULL                        -- SHA-256 of the modelled GPU's profile
) STRICT;
INSERT INTO memory_model VALUES(535645071659863158,'2','ed5d0572c99db7223d5da9929e5b13ed98c8cac90c2686163ed6fad134239398');
CREATE TABLE estimate (
  point       INTEGER NOT NULL REFERENCES point,
  name        TEXT NOT NULL,                          -- of the metric
  generation  INTEGER NOT NULL CHECK (generation >= 0),
  value       REAL,
  unit        TEXT NOT NULL,
  reason      TEXT NOT NULL,                          -- why there is no value; empty when there is one
  lower       REAL,                                   -- the true number is not below
  upper       REAL,                                   -- the true number is not above
  confidence  TEXT CHECK (confidence IN ('exact', 'good', 'poor')),
  because     TEXT,                                   -- why so much confidence
  model       INTEGER REFERENCES memory_model,
  sampled_sms INTEGER CHECK (sampled_sms >= 0),       -- multiprocessors whose blocks were traced
  PRIMARY KEY (point, name, generation),
  CONSTRAINT an_absent_estimate_has_a_reason CHECK ((value IS NULL) = (reason <> '')),
  CONSTRAINT an_estimate_says_what_it_is_worth CHECK (
    (lower IS NULL) = (value IS NULL) AND (upper IS NULL) = (value IS NULL) AND
    (confidence IS NULL) = (value IS NULL) AND (because IS NULL) = (value IS NULL) AND
    (model IS NULL) = (value IS NULL) AND (sampled_sms IS NULL) = (value IS NULL)),
  CONSTRAINT an_estimate_is_between_its_bounds CHECK (lower <= value AND value <= upper)
) STRICT, WITHOUT ROWID;
INSERT INTO estimate VALUES(4203426737918312448,'global_bank_conflicts',0,0.0,'conflict','',0.0,200006.0,'poor','lanes diverge; 0 to 0 per request, depending on how many wait for the L2; pressure 0',535645071659863158,128);
INSERT INTO estimate VALUES(4203426737918312448,'global_load_requests',0,3126.0,'request','',3126.0,100003.0,'good','lanes diverge, and where the GPU''s compiler reconverges them is unknown',535645071659863158,128);
INSERT INTO estimate VALUES(4203426737918312448,'global_load_sectors',0,12501.0,'sector','',12501.0,100003.0,'good','lanes diverge, and where the GPU''s compiler reconverges them is unknown',535645071659863158,128);
INSERT INTO estimate VALUES(4203426737918312448,'global_store_requests',0,3126.0,'request','',3126.0,100003.0,'good','lanes diverge, and where the GPU''s compiler reconverges them is unknown',535645071659863158,128);
INSERT INTO estimate VALUES(4203426737918312448,'global_store_sectors',0,12501.0,'sector','',12501.0,100003.0,'good','lanes diverge, and where the GPU''s compiler reconverges them is unknown',535645071659863158,128);
INSERT INTO estimate VALUES(4203426737918312448,'inst_executed',0,303222.0,'instruction','',266835.35999999998603,424510.79999999998836,'poor','lanes diverge; machine code followed along the traced accesses',535645071659863158,128);
INSERT INTO estimate VALUES(4203426737918312448,'l2_read_bytes',0,400032.0,'byte','',400032.0,3200096.0,'poor','pressure 0, 100 % of the sectors miss; lanes diverge',535645071659863158,128);
INSERT INTO estimate VALUES(4203426737918312448,'l2_write_bytes',0,400032.0,'byte','',400032.0,3200096.0,'poor','how long stores to a sector wait for each other is unknown',535645071659863158,128);
INSERT INTO estimate VALUES(4203426737918312448,'shared_load_conflicts',0,0.0,'conflict','',0.0,0.0,'good','lanes diverge, and where the GPU''s compiler reconverges them is unknown',535645071659863158,128);
INSERT INTO estimate VALUES(4203426737918312448,'shared_load_requests',0,0.0,'request','',0.0,0.0,'good','lanes diverge, and where the GPU''s compiler reconverges them is unknown',535645071659863158,128);
INSERT INTO estimate VALUES(4203426737918312448,'shared_store_conflicts',0,0.0,'conflict','',0.0,0.0,'good','lanes diverge, and where the GPU''s compiler reconverges them is unknown',535645071659863158,128);
INSERT INTO estimate VALUES(4203426737918312448,'shared_store_requests',0,0.0,'request','',0.0,0.0,'good','lanes diverge, and where the GPU''s compiler reconverges them is unknown',535645071659863158,128);
INSERT INTO estimate VALUES(4464049690366705664,'global_bank_conflicts',0,49152.0,'conflict','',36044.800000000002909,62259.199999999997091,'good','3 to 3 per request, depending on how many wait for the L2; pressure 0.125',535645071659863158,128);
INSERT INTO estimate VALUES(4464049690366705664,'global_load_requests',0,8192.0,'request','',8192.0,8192.0,'exact','counted',535645071659863158,128);
INSERT INTO estimate VALUES(4464049690366705664,'global_store_requests',0,8192.0,'request','',8192.0,8192.0,'exact','counted',535645071659863158,128);
INSERT INTO estimate VALUES(4464049690366705664,'inst_executed',0,64000.0,'instruction','',56320.0,89600.0,'good','machine code followed along the traced accesses',535645071659863158,128);
INSERT INTO estimate VALUES(4464049690366705664,'l2_read_bytes',0,1048576.0,'byte','',1048576.0,4194304.0,'good','pressure 0.125, 25 % of the sectors miss',535645071659863158,128);
INSERT INTO estimate VALUES(4464049690366705664,'l2_write_bytes',0,1048576.0,'byte','',1048576.0,4194304.0,'poor','how long stores to a sector wait for each other is unknown',535645071659863158,128);
INSERT INTO estimate VALUES(4464049690366705665,'global_bank_conflicts',0,0.0,'conflict','',0.0,13107.200000000000727,'good','0 to 0 per request, depending on how many wait for the L2; pressure 0',535645071659863158,128);
INSERT INTO estimate VALUES(4464049690366705665,'global_load_requests',0,8192.0,'request','',8192.0,8192.0,'exact','counted',535645071659863158,128);
INSERT INTO estimate VALUES(4464049690366705665,'global_store_requests',0,8192.0,'request','',8192.0,8192.0,'exact','counted',535645071659863158,128);
INSERT INTO estimate VALUES(4464049690366705665,'inst_executed',0,182784.0,'instruction','',160849.9200000000128,255897.59999999997671,'good','machine code followed along the traced accesses',535645071659863158,128);
INSERT INTO estimate VALUES(4464049690366705665,'l2_read_bytes',0,1048576.0,'byte','',1048576.0,1048576.0,'exact','no sector is requested twice',535645071659863158,128);
INSERT INTO estimate VALUES(4464049690366705665,'l2_write_bytes',0,1048576.0,'byte','',1048576.0,1048576.0,'exact','no sector is written twice',535645071659863158,128);
CREATE TABLE note (
  id          INTEGER PRIMARY KEY,                    -- content_id of the rest
  kind        TEXT NOT NULL CHECK (kind IN ('note', 'tag', 'untag', 'forget', 'recall')),
  run         INTEGER REFERENCES run,                 -- NULL: about no run but a moment
  about_utc   TEXT NOT NULL,                          -- the place on the time line: the run's start, or that moment
  text        TEXT NOT NULL,                          -- the note, the tag, or why a run is forgotten or recalled
  written_utc TEXT NOT NULL,
  author      TEXT NOT NULL,
  CONSTRAINT only_a_note_is_about_no_run CHECK (run IS NOT NULL OR kind = 'note')
) STRICT;
INSERT INTO note VALUES(8109245727803570153,'tag',1002175030212,'2026-11-28T19:22:42.659Z','spring','2026-11-28T19:22:43.150Z','root');
CREATE TABLE noise_floor (
  id             INTEGER PRIMARY KEY,                 -- content_id of the rest
  device         INTEGER NOT NULL REFERENCES device,
  measured_utc   TEXT NOT NULL,
  tool_version   TEXT NOT NULL,
  comparisons    INTEGER NOT NULL CHECK (comparisons > 0),
  false_verdicts INTEGER NOT NULL CHECK (false_verdicts >= 0),  -- FASTER or SLOWER
  relative       REAL NOT NULL CHECK (relative >= 0), -- [1] of the time, and ...
  offset_ns      REAL NOT NULL CHECK (offset_ns >= 0),  -- ... of each launch: the gap that 99 in 100 stayed below
  threshold      REAL NOT NULL CHECK (threshold >= 0) -- [1]
) STRICT;
CREATE TABLE adjustment (
  id          INTEGER PRIMARY KEY,                    -- content_id of the rest
  experiment  TEXT NOT NULL CHECK (experiment <> ''), -- its name
  submission  TEXT NOT NULL CHECK (submission <> ''), -- its name
  problem     TEXT,                                   -- its name; NULL: the whole grade
  points      REAL,
  percent     REAL,                                   -- of what the rules gave
  reason      TEXT NOT NULL CHECK (reason <> ''),
  written_utc TEXT NOT NULL,
  author      TEXT NOT NULL,
  CONSTRAINT either_points_or_percent CHECK ((points IS NULL) <> (percent IS NULL))
) STRICT;
CREATE TABLE run_digest (
  run    INTEGER PRIMARY KEY REFERENCES run,
  digest INTEGER NOT NULL                             -- of the run and its run_text
) STRICT;
INSERT INTO run_digest VALUES(1002175030212,4530124779104633477);
INSERT INTO run_digest VALUES(1064312384216,8509783546986996344);
CREATE TABLE start_digest (
  start  INTEGER PRIMARY KEY REFERENCES run_start,
  digest INTEGER NOT NULL
) STRICT;
INSERT INTO start_digest VALUES(65678542779973632,5918953386745214323);
INSERT INTO start_digest VALUES(69750776411979776,1835327657947836567);
CREATE TABLE stop_digest (
  start  INTEGER PRIMARY KEY REFERENCES run_stop,
  digest INTEGER NOT NULL                             -- of the stop and, when the run is finished, its points' digests
) STRICT;
INSERT INTO stop_digest VALUES(65678542779973632,2446014428956339907);
INSERT INTO stop_digest VALUES(69750776411979776,911351636764793144);
CREATE TABLE point_digest (
  point  INTEGER PRIMARY KEY REFERENCES point,
  digest INTEGER NOT NULL                             -- of the point, its checks, timing, prepare_timing and metrics
) STRICT;
INSERT INTO point_digest VALUES(4203426737918312448,5383811705531911168);
INSERT INTO point_digest VALUES(4464049690366705664,3383461151227952952);
INSERT INTO point_digest VALUES(4464049690366705665,3493250956496906221);
CREATE TABLE estimate_digest (
  point      INTEGER NOT NULL REFERENCES point,
  generation INTEGER NOT NULL CHECK (generation >= 0),
  digest     INTEGER NOT NULL,                        -- of all estimates of that point and generation
  PRIMARY KEY (point, generation)
) STRICT, WITHOUT ROWID;
INSERT INTO estimate_digest VALUES(4203426737918312448,0,9046538102595560199);
INSERT INTO estimate_digest VALUES(4464049690366705664,0,4300725432205588596);
INSERT INTO estimate_digest VALUES(4464049690366705665,0,8192261414011685148);
CREATE TABLE quantity (
  configuration INTEGER NOT NULL REFERENCES configuration,
  kind          TEXT NOT NULL CHECK (kind IN ('parameter', 'axis', 'launch', 'work')),
  name          TEXT NOT NULL,
  value         ANY NOT NULL CHECK (typeof(value) = 'real' OR (typeof(value) = 'text' AND value <> '')),
  PRIMARY KEY (configuration, name)
) STRICT, WITHOUT ROWID;
INSERT INTO quantity VALUES(7662697863362240491,'launch','blocks',128.0);
INSERT INTO quantity VALUES(7662697863362240491,'parameter','d_l',4.0);
INSERT INTO quantity VALUES(7662697863362240491,'work','elements',262144.0);
INSERT INTO quantity VALUES(7662697863362240491,'parameter','grp_size',1.0);
INSERT INTO quantity VALUES(7662697863362240491,'work','ideal_read_bytes',1048576.0);
INSERT INTO quantity VALUES(7662697863362240491,'work','ideal_write_bytes',1048576.0);
INSERT INTO quantity VALUES(7662697863362240491,'parameter','n_l',65536.0);
INSERT INTO quantity VALUES(7662697863362240491,'launch','threads',128.0);
INSERT INTO quantity VALUES(7662697863362240491,'launch','warps',4.0);
INSERT INTO quantity VALUES(7800414942192973098,'launch','blocks',128.0);
INSERT INTO quantity VALUES(7800414942192973098,'parameter','d_l',4.0);
INSERT INTO quantity VALUES(7800414942192973098,'work','elements',262144.0);
INSERT INTO quantity VALUES(7800414942192973098,'parameter','grp_size',4.0);
INSERT INTO quantity VALUES(7800414942192973098,'work','ideal_read_bytes',1048576.0);
INSERT INTO quantity VALUES(7800414942192973098,'work','ideal_write_bytes',1048576.0);
INSERT INTO quantity VALUES(7800414942192973098,'parameter','n_l',65536.0);
INSERT INTO quantity VALUES(7800414942192973098,'launch','threads',128.0);
INSERT INTO quantity VALUES(7800414942192973098,'launch','warps',4.0);
INSERT INTO quantity VALUES(7817030482358990215,'launch','blocks',3126.0);
INSERT INTO quantity VALUES(7817030482358990215,'parameter','cols',100003.0);
INSERT INTO quantity VALUES(7817030482358990215,'work','elements',100003.0);
INSERT INTO quantity VALUES(7817030482358990215,'work','ideal_read_bytes',400012.0);
INSERT INTO quantity VALUES(7817030482358990215,'work','ideal_write_bytes',400012.0);
INSERT INTO quantity VALUES(7817030482358990215,'parameter','rows',1.0);
INSERT INTO quantity VALUES(7817030482358990215,'launch','threads',256.0);
INSERT INTO quantity VALUES(7817030482358990215,'launch','warps',8.0);
CREATE INDEX experiment_by_name ON experiment (name);
CREATE INDEX run_by_experiment ON run (experiment);
CREATE INDEX run_start_by_run ON run_start (run);
CREATE INDEX configuration_by_identity ON configuration (identity);
CREATE INDEX configuration_by_kernel ON configuration (kernel);
CREATE INDEX point_by_configuration ON point (configuration, run);
CREATE INDEX point_by_run ON point (run, ordinal);
CREATE INDEX estimate_by_name ON estimate (name);
CREATE INDEX metric_kind_by_name ON metric_kind (name);
CREATE INDEX note_by_run ON note (run);
CREATE TRIGGER device_no_update BEFORE UPDATE ON device BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER device_no_delete BEFORE DELETE ON device BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER environment_no_update BEFORE UPDATE ON environment BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER environment_no_delete BEFORE DELETE ON environment BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER experiment_no_update BEFORE UPDATE ON experiment BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER experiment_no_delete BEFORE DELETE ON experiment BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER source_no_update BEFORE UPDATE ON source BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER source_no_delete BEFORE DELETE ON source BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER program_no_update BEFORE UPDATE ON program BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER program_no_delete BEFORE DELETE ON program BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER program_source_no_update BEFORE UPDATE ON program_source BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER program_source_no_delete BEFORE DELETE ON program_source BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER run_no_update BEFORE UPDATE ON run BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER run_no_delete BEFORE DELETE ON run BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER run_start_no_update BEFORE UPDATE ON run_start BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER run_start_no_delete BEFORE DELETE ON run_start BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER run_stop_no_update BEFORE UPDATE ON run_stop BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER run_stop_no_delete BEFORE DELETE ON run_stop BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER run_text_no_update BEFORE UPDATE ON run_text BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER run_text_no_delete BEFORE DELETE ON run_text BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER configuration_no_update BEFORE UPDATE ON configuration BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER configuration_no_delete BEFORE DELETE ON configuration BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER point_no_delete BEFORE DELETE ON point BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER check_result_no_update BEFORE UPDATE ON check_result BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER check_result_no_delete BEFORE DELETE ON check_result BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER timing_method_no_update BEFORE UPDATE ON timing_method BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER timing_method_no_delete BEFORE DELETE ON timing_method BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER timing_no_update BEFORE UPDATE ON timing BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER timing_no_delete BEFORE DELETE ON timing BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER prepare_timing_no_update BEFORE UPDATE ON prepare_timing BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER prepare_timing_no_delete BEFORE DELETE ON prepare_timing BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER metric_kind_no_update BEFORE UPDATE ON metric_kind BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER metric_kind_no_delete BEFORE DELETE ON metric_kind BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER absence_no_update BEFORE UPDATE ON absence BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER absence_no_delete BEFORE DELETE ON absence BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER metric_no_update BEFORE UPDATE ON metric BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER metric_no_delete BEFORE DELETE ON metric BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER memory_model_no_update BEFORE UPDATE ON memory_model BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER memory_model_no_delete BEFORE DELETE ON memory_model BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER estimate_no_update BEFORE UPDATE ON estimate BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER estimate_no_delete BEFORE DELETE ON estimate BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER note_no_update BEFORE UPDATE ON note BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER note_no_delete BEFORE DELETE ON note BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER noise_floor_no_update BEFORE UPDATE ON noise_floor BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER noise_floor_no_delete BEFORE DELETE ON noise_floor BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER adjustment_no_update BEFORE UPDATE ON adjustment BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER adjustment_no_delete BEFORE DELETE ON adjustment BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER run_digest_no_update BEFORE UPDATE ON run_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER run_digest_no_delete BEFORE DELETE ON run_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER start_digest_no_update BEFORE UPDATE ON start_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER start_digest_no_delete BEFORE DELETE ON start_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER stop_digest_no_update BEFORE UPDATE ON stop_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER stop_digest_no_delete BEFORE DELETE ON stop_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER point_digest_no_update BEFORE UPDATE ON point_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER point_digest_no_delete BEFORE DELETE ON point_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER estimate_digest_no_update BEFORE UPDATE ON estimate_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER estimate_digest_no_delete BEFORE DELETE ON estimate_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE INDEX quantity_by_name ON quantity (name, value);
CREATE TRIGGER quantity_no_update BEFORE UPDATE ON quantity BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER quantity_no_delete BEFORE DELETE ON quantity BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER point_no_update BEFORE UPDATE ON point BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE INDEX run_by_campaign ON run (campaign) WHERE campaign IS NOT NULL;
COMMIT;
