-- One row per run, kernel and text that the kernel was compiled from.
CREATE TEMP VIEW sources AS
SELECT DISTINCT compiled.run_uuid AS run_uuid,  -- identity of the run
                compiled.kernel AS kernel,      -- kernel, without template arguments
                ps.place AS place,              -- [1] 0: the main file; then its headers in order
                s.name AS name,                 -- of the file
                s.text AS text                  -- its content
FROM (SELECT DISTINCT r.uuid AS run_uuid, c.kernel, c.program
      FROM main.run AS r
      CROSS JOIN main.point AS p ON p.run = r.id  -- in this order: of one run, its points alone are read
      JOIN main.configuration AS c ON c.id = p.configuration) AS compiled
JOIN main.program_source AS ps ON ps.program = compiled.program
JOIN main.source AS s ON s.id = ps.source AND s.name <> 'compile options';

-- One row per point that was compiled with macros or options of its family.
CREATE TEMP VIEW compile_options AS
SELECT r.uuid AS run_uuid,          -- identity of the run
       p.ordinal AS ordinal,        -- [1] place of the point in its run's plan, from 0
       c.identity AS identity,      -- kernel and parameters in words
       rtrim(s.text, char(10)) AS options  -- macros and options, one a line
FROM main.run AS r
CROSS JOIN main.point AS p ON p.run = r.id
JOIN main.configuration AS c ON c.id = p.configuration
JOIN main.program_source AS ps ON ps.program = c.program
JOIN main.source AS s ON s.id = ps.source AND s.name = 'compile options';

-- One row per run and text that its plan was made of: the experiment, the family, the sources of its kernels and of the
-- reference, the list of metrics. Names are those of files below one folder.
CREATE TEMP VIEW run_texts AS
SELECT r.uuid AS run_uuid,  -- identity of the run
       s.name AS name,      -- of the file: kernels/norm/norm_base.cu, submission/norm_base.cu
       s.text AS text       -- its content
FROM main.run AS r
JOIN main.run_text AS t ON t.run = r.id
JOIN main.source AS s ON s.id = t.source
UNION ALL
SELECT r.uuid, 'experiments/' || e.name || '.yaml', e.text
FROM main.run AS r
JOIN main.experiment AS e ON e.id = r.experiment;
