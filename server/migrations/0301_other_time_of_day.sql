-- Whether the next call is in another part of the day than the last one.
alter table call_queues add column other_time_of_day boolean not null default false;
