-- When nobody is called within the calling hours of a day: from and to in minutes after midnight on the clock of the person called,
-- from the earliest.
alter table call_queues add column breaks jsonb not null default '[]';
alter table calling_hours
  add column weekdays_breaks jsonb not null default '[]',
  add column saturday_breaks jsonb not null default '[]',
  add column sunday_breaks jsonb not null default '[]';
