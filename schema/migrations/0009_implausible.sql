-- A point may end implausible: its time is below what the device needs at least for the point's work.
--
-- Only a CHECK changes, and the rows stay as they are. SQLite's own way for that is to change the text of the table
-- (sqlite.org/lang_altertable.html, section 7): a copy of the table would have to leave the rows that refer to it
-- without a point for a moment, and the largest ledgers are slow to copy. The trigger is made anew so that every other
-- connection reads the schema again.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema
SET sql = replace(sql, '''crashed'', ''interrupted''', '''crashed'', ''interrupted'', ''implausible''')
WHERE type = 'table' AND name = 'point';
PRAGMA writable_schema = RESET;

DROP TRIGGER point_no_update;
CREATE TRIGGER point_no_update BEFORE UPDATE ON point BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
