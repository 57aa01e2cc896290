-- The best launch of each rung that computes much with each byte, and how near it comes to the FP32 units.
WITH ceiling AS (
  SELECT max(fmas / gpu_time_s) AS fmas_per_s FROM points WHERE kernel = 'fma_peak' AND outcome = 'ok')
SELECT family,                                                        -- of kernels
       kernel_and_shape AS "rung",                                    -- kernel with its parameters
       warps AS "wp",                                                 -- warps of a block
       num('%.1f', min(time_us)) AS "t/µs",                           -- time of all launches, median, µs
       num('%.0f', 2e-9 * fmas / gpu_time_s) AS "GFLOP/s",            -- two operations a multiply-add, over the time
       num('%.1f', 100 * fmas / gpu_time_s / fmas_per_s) AS "% FMA"   -- of the best multiply-adds in registers
FROM points, ceiling
WHERE outcome = 'ok' AND clock = 'cuda event' AND family IN ('fma_peak', 'matmul', 'conv', 'attention')
GROUP BY family, kernel, fmas
ORDER BY family, fmas, min(time_us) DESC
