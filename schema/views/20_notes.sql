-- One row per note, tag and so on, oldest first: everything that was ever recorded.
CREATE VIEW notes AS
SELECT n.kind AS kind,                 -- note, tag, untag, forget or recall
       n.run AS run,                   -- [1] id of the run in this ledger; NULL: about a moment instead of a run
       r.uuid AS run_uuid,             -- identity of that run
       n.about_utc AS about_utc,       -- position on the time axis: the start of the run, or that moment
       n.text AS text,                 -- the note, the tag, or why a run is forgotten or recalled
       n.written_utc AS written_utc,   -- when it was written
       n.author AS author              -- who wrote it; may be empty
FROM note AS n
LEFT JOIN run AS r ON r.id = n.run
ORDER BY n.written_utc, n.id;

-- One row per note that a person wrote.
CREATE VIEW annotations AS
SELECT about_utc, run, run_uuid, text, written_utc, author FROM notes WHERE kind = 'note';

-- One row per run and tag that it has now.
CREATE VIEW tags AS
SELECT said.run AS run,                -- [1] id of the run in this ledger
       r.uuid AS run_uuid,             -- identity of the run
       said.text AS tag,               -- text of the tag
       said.written_utc AS since_utc   -- when the tag was set
FROM (SELECT *, row_number() OVER (PARTITION BY run, text ORDER BY written_utc DESC, id DESC) AS place
      FROM note WHERE kind IN ('tag', 'untag')) AS said
JOIN run AS r ON r.id = said.run
WHERE place = 1 AND kind = 'tag';

-- One row per run that is forgotten now: points and points_modelled leave it out.
CREATE VIEW forgotten AS
SELECT said.run AS run,                -- [1] id of the run in this ledger
       r.uuid AS run_uuid,             -- identity of the run
       said.text AS why,               -- the reason that was given; may be empty
       said.written_utc AS since_utc   -- when it was hidden
FROM (SELECT *, row_number() OVER (PARTITION BY run ORDER BY written_utc DESC, id DESC) AS place
      FROM note WHERE kind IN ('forget', 'recall')) AS said
JOIN run AS r ON r.id = said.run
WHERE place = 1 AND kind = 'forget';

-- One row per measurement of a device's noise floor: differences between runs of identical code.
CREATE VIEW noise_floors AS
SELECT d.uuid AS device_uuid,                -- identity of the device
       d.name AS device_name,                -- name of the device
       f.measured_utc AS measured_utc,       -- when it was measured
       f.tool_version AS tool_version,       -- of warpledger and its commit: 0.1.0+1a2b3c4d
       f.comparisons AS comparisons,         -- [1] of identical code
       f.false_verdicts AS false_verdicts,   -- [1] that came out FASTER or SLOWER
       f.relative AS relative,               -- [1] with the next: 99 in 100 gaps were less than this share of the time
       f.offset_ns AS offset_ns,             -- [ns] plus this much
       f.threshold AS threshold              -- [1] the smallest gap that counted
FROM noise_floor AS f
JOIN device AS d ON d.id = f.device
ORDER BY f.measured_utc;

-- One row per adjustment of a submission's grade, oldest first. All of them count, and one of 0 points that is written
-- after a submission's last run settles its flags.
CREATE VIEW adjustments AS
SELECT experiment,            -- name of the experiment
       submission,            -- name of the submission
       problem,               -- name of the problem; NULL: the whole grade
       points,                -- [1] added to the grade; below 0: taken off; 0: a person has looked; NULL: a percentage
       percent,               -- [%] of what the rules gave, added; NULL: it is a number of points
       reason,                -- why, for whoever reads the grade
       written_utc,           -- when it was written
       author                 -- who wrote it; may be empty
FROM adjustment
ORDER BY written_utc, id;
