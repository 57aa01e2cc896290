-- The best launch of each variant that computes much with each byte, and how near it comes to the units that it uses.
WITH ceiling AS (
  SELECT max(fmas / gpu_time_s) FILTER (WHERE kernel = 'fma_peak') AS fp32,
         max(fmas / gpu_time_s) FILTER (WHERE family = 'tensor_peak') AS tensor
  FROM points WHERE outcome = 'ok')
SELECT family,                                                        -- of kernels
       kernel_and_shape AS "variant",                                    -- kernel with its parameters
       warps AS "wp",                                                 -- warps of a block
       num('%.1f', min(time_us)) AS "t/µs",                           -- time of all launches, median, µs
       num('%.0f', 2e-9 * fmas / gpu_time_s) AS "GFLOP/s",            -- two operations per multiply-add, over the time
       num('%.1f', 100 * fmas / gpu_time_s / CASE WHEN family = 'tensor_peak' OR factor_bytes = 2 THEN tensor
                                                   WHEN factor_bytes = 1 THEN NULL ELSE fp32 END)
         AS "% peak"                                                  -- of the best multiply-adds in registers, of fp32 or of fp16; of fp8 none is known
FROM points, ceiling
WHERE outcome = 'ok' AND clock = 'cuda event' AND family IN ('fma_peak', 'tensor_peak', 'matmul', 'conv', 'attention')
GROUP BY family, kernel, fmas
ORDER BY family, fmas, min(time_us) DESC
