-- Runs that belong together carry one campaign: one experiment on several devices, or its shards. A run that is of none
-- keeps the digest that it was written with (store/content_id.h).
ALTER TABLE run ADD COLUMN campaign TEXT              -- a UUID; NULL: the run is of none
  CHECK (campaign <> '');
ALTER TABLE run ADD COLUMN shard TEXT                 -- '2/8': the second of eight; NULL: its whole plan
  CHECK (shard IS NULL OR (shard <> '' AND campaign IS NOT NULL));

CREATE INDEX run_by_campaign ON run (campaign) WHERE campaign IS NOT NULL;
