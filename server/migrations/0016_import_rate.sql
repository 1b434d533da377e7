-- How fast an import is going now: it may have rested for a night since it was started.

alter table imports
  -- When the rows carried out last were begun, or a worker took the import up.
  add column progressed_at timestamptz(3),
  -- Of the last rows, older ones counting less and less.
  add column rows_per_second double precision;
