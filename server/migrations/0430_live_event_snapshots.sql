-- Which transactions an event's reader has seen: of those from `horizon` on, some had committed already. Events from before
-- have none. The default is set afterwards, as their snapshot is unknown.
alter table live_events add column snapshot pg_snapshot;
alter table live_events alter column snapshot set default pg_current_snapshot();
