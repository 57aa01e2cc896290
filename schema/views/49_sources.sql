-- One row per run, kernel and text that the kernel was compiled from.
CREATE TEMP VIEW sources AS
SELECT compiled.run_uuid AS run_uuid,  -- identity of the run
       compiled.kernel AS kernel,      -- kernel, without template arguments
       ps.place AS place,              -- [1] 0: the main file; then its headers in order
       s.name AS name,                 -- of the file
       s.text AS text                  -- its content
FROM (SELECT DISTINCT r.uuid AS run_uuid, c.kernel, c.program
      FROM main.run AS r
      CROSS JOIN main.point AS p ON p.run = r.id  -- in this order: of one run, its points alone are read
      JOIN main.configuration AS c ON c.id = p.configuration) AS compiled
JOIN main.program_source AS ps ON ps.program = compiled.program
JOIN main.source AS s ON s.id = ps.source;
