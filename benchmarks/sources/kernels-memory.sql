-- The best launch of each variant on arrays several times the L2, and how near it comes to the best copy.
WITH ceiling AS (
  SELECT max(ideal_bytes / gpu_time_s) AS bytes_per_s FROM points
  WHERE family = 'copy' AND outcome = 'ok' AND ideal_bytes >= 4 * l2_bytes)
SELECT family,                                                        -- of kernels
       kernel_and_shape AS "variant",                                    -- kernel with its parameters
       warps AS "wp",                                                 -- warps of a block
       num('%.1f', min(time_us)) AS "t/µs",                           -- time of all launches, median, µs
       num('%.0f', 1e-9 * ideal_bytes / gpu_time_s) AS "GB/s",        -- bytes that must move, over the time
       num('%.1f', 100 * ideal_bytes / gpu_time_s / bytes_per_s) AS "% copy"  -- of the best copy
FROM points, ceiling
WHERE outcome = 'ok' AND clock = 'cuda event' AND (ideal_bytes >= 4 * l2_bytes OR family = 'spmv')
  AND family NOT IN ('fma_peak', 'tensor_peak', 'matmul', 'conv', 'attention')
GROUP BY family, kernel, coalesce(matrix, ''), coalesce(bins, ''), coalesce(rows, ''), ideal_bytes
ORDER BY family, coalesce(matrix, ''), coalesce(bins, ''), coalesce(rows, ''), ideal_bytes, min(time_us) DESC
