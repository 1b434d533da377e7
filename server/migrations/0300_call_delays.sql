-- Minutes until the next call by how the last one ended; `hours_between` after all other endings.
alter table call_queues add column minutes_after jsonb not null default '{}';
