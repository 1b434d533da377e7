-- Hours until the next call after the second one in vain, the third one and so on, the last also after all further ones. Empty:
-- `hours_between` after each.
alter table call_queues add column later_hours smallint[] not null default '{}';
