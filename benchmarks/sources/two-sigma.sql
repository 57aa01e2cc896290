-- What two plain rules would say of the same samples: one row per kind of comparison.
--   standard error: the means differ by more than twice the standard error of their difference
--   deviations:     the means are further apart than twice both standard deviations
WITH launches AS (
  SELECT p.run, r.started_utc, p.experiment, p.kernel,
         replace(p.identity, 'spin_more', 'spin') AS identity,
         count(*) AS n, avg(s.time_ns) AS mean,
         (avg(s.time_ns * s.time_ns) - avg(s.time_ns) * avg(s.time_ns)) * count(*) / (count(*) - 1.0) AS variance
  FROM samples AS s
  JOIN points AS p ON p.point = s.point
  JOIN runs AS r ON r.run = p.run
  GROUP BY s.point
),
paired AS (
  SELECT a.experiment || ', identical code' AS what, a.n, a.mean, a.variance, b.n AS n2, b.mean AS mean2,
         b.variance AS variance2
  FROM launches AS a
  JOIN launches AS b ON b.experiment = a.experiment AND b.identity = a.identity AND b.kernel = a.kernel
                    AND b.started_utc = (SELECT min(started_utc) FROM runs
                                         WHERE experiment = a.experiment AND started_utc > a.started_utc)
  UNION ALL
  SELECT a.experiment || ', 2 % more work', a.n, a.mean, a.variance, b.n, b.mean, b.variance
  FROM launches AS a
  JOIN launches AS b ON b.run = a.run AND b.identity = a.identity
  WHERE a.kernel = 'spin' AND b.kernel = 'spin_more'
)
SELECT what, count(*) AS comparisons,
       sum(abs(mean2 - mean) > 2 * sqrt(variance / n + variance2 / n2)) AS "2 standard errors: differ",
       sum(abs(mean2 - mean) > 2 * (sqrt(max(variance, 0)) + sqrt(max(variance2, 0)))) AS "2 deviations: differ"
FROM paired
GROUP BY what
ORDER BY what
