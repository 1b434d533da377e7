-- What reports tell apart by company, source or agent is read for the days shown: before, every company's days were
-- looked up one company at a time.
create index report_rollups_by_day on report_rollups (workspace_id, dimension, metric, day, a) include (key, b, ref, n)
  where dimension > 0;
