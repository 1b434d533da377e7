-- Values of imported rows that could not be stored, and rows of the file that are no data.

alter table imports
  -- Imported rows that lost the value of a cell, and how many of them by field.
  add column lost_count integer not null default 0,
  add column lost_fields jsonb not null default '{}',
  -- Filled rows that are no data and that nobody chose to take in.
  add column left_out_count integer not null default 0;

-- The cells whose values are not stored. Such a row keeps its `cells` too, for the report.
alter table import_rows add column lost jsonb;
