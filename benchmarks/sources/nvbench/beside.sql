-- One row per run: its samples, how narrow they make its medians, and its medians beside those of the second run. The interval is that of the
-- median by order statistics, 99 % for independent samples, so that it is the same for every tool's samples.
WITH ranked AS (
  SELECT p.run, p.kernel, p.d_l, p.warps, s.time_ns, row_number() OVER (PARTITION BY s.point ORDER BY s.time_ns) AS place,
         count(*) OVER (PARTITION BY s.point) AS n
  FROM samples AS s JOIN points AS p ON p.point = s.point
),
medians AS (
  SELECT run, kernel, d_l, warps, n, median(time_ns) AS ns,
         (max(time_ns) FILTER (WHERE place <= n - cast(n / 2.0 - 1.288 * sqrt(n) AS INTEGER))
          - min(time_ns) FILTER (WHERE place >= 1 + cast(n / 2.0 - 1.288 * sqrt(n) AS INTEGER))) / 2 AS half_width_ns
  FROM ranked GROUP BY run, kernel, d_l, warps
),
numbered AS (SELECT run, row_number() OVER (ORDER BY started_utc) AS ordinal, tool FROM runs)
SELECT o.ordinal AS run, coalesce(o.tool, 'warpledger') AS tool, count(*) AS points, num('%.0f', median(m.n)) AS samples,
       num('%.2f', 100 * avg(m.half_width_ns / m.ns)) AS "width, %", num('%.3f', min(m.ns / f.ns)) AS lowest,
       num('%.3f', median(m.ns / f.ns)) AS ratio, num('%.3f', max(m.ns / f.ns)) AS highest,
       sum(abs(m.ns / f.ns - 1) <= 0.01) AS "within 1 %"
FROM medians AS m JOIN numbered AS o USING (run)
JOIN medians AS f ON f.run = (SELECT run FROM numbered WHERE ordinal = 2) AND f.kernel = m.kernel AND f.d_l = m.d_l AND f.warps = m.warps
GROUP BY o.ordinal ORDER BY o.ordinal
