-- One row: the figures that the LSU assignments print of a GPU, in their formats. The wording is the page's. What is
-- not known is NULL.
CREATE TEMP VIEW device_header AS
SELECT coalesce((SELECT CAST(substr(value, 6) AS INTEGER) FROM environment
                 WHERE name = 'device' AND value LIKE 'cuda:%'), 0) AS gpu,  -- [1] CUDA's number of it; 0 for others
       name,                                                     -- name of the device
       num('%.2f', nullif(clock_khz, 0) / 1e6) AS clock_ghz,     -- [GHz] clock of the multiprocessors, at most
       global_memory_bytes / 1048576 AS memory_mib,              -- [MiB] device memory
       l2_bytes / 1024 AS l2_kib,                                -- [KiB] L2 cache
       num('%.1f', dram_peak_gbs) AS memory_gbs,                 -- [GB/s] to and from device memory, at most
       cc_major || '.' || cc_minor AS cc,                        -- compute capability
       sm_count,
       fp32_per_sm,
       fp64_per_sm,
       max_threads_per_block AS threads_per_block,               -- [thread] of a block, at most
       shared_per_block_bytes,
       shared_per_sm_bytes,
       constant_bytes,
       registers_per_block,
       num('%.0f', fp32_peak_gfma) AS sp_gflops,                 -- [G FMA/s] FP32; a multiply-add is one operation
       num('%.0f', fp64_peak_gfma) AS dp_gflops,                 -- [G FMA/s] the same for FP64
       -- [FMA] FP32 operations in the time that an element of 4 bytes takes from device memory
       CASE WHEN fp32_peak_gfma / dram_peak_gbs > 0
            THEN printf('%5.1f', 4 * fp32_peak_gfma / dram_peak_gbs) END AS sp_per_element,
       -- [FMA] FP64 operations in the time that an element of 8 bytes takes from device memory
       CASE WHEN fp64_peak_gfma / dram_peak_gbs > 0
            THEN printf('%5.1f', 8 * fp64_peak_gfma / dram_peak_gbs) END AS dp_per_element
FROM device;
