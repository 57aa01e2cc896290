-- What belongs to the selected run. Without one, these views are empty.

CREATE TEMP VIEW point AS
SELECT * FROM points WHERE run = (SELECT run FROM selected_run);

-- One row: the device with its facts and peaks.
CREATE TEMP VIEW device AS
SELECT device_peaks.* FROM device_peaks
WHERE device = (SELECT device FROM main.run WHERE id = (SELECT run FROM selected_run));

-- What may change between two runs on one device: driver, compiler, host.
CREATE TEMP VIEW environment AS
SELECT item.key AS name, item.value AS value
FROM main.run AS r
JOIN main.environment AS e ON e.id = r.environment, json_each(e.text) AS item
WHERE r.id = (SELECT run FROM selected_run);

-- One row a reason why a metric has no value, with the number of points it holds for.
CREATE TEMP VIEW metric_reason AS
SELECT p.run AS run, m.name AS name, m.reason AS reason, count(*) AS points
FROM main.point AS p
JOIN main.metric AS m ON m.point = p.id
WHERE p.run = (SELECT run FROM selected_run) AND m.value IS NULL
GROUP BY p.run, m.name, m.reason;
