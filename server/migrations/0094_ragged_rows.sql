-- Rows of a file with more or fewer cells than their header.
alter table imports add column ragged_count integer not null default 0;
-- How many cells such a row and its header have. It keeps its `cells` too, for the report.
alter table import_rows add column ragged jsonb;
