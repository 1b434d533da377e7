-- What lists count and reports add up, from the index alone: the rows themselves lie all over the table.

-- Late ones, for the list, the board and the dashboard.
create index applications_late on applications (workspace_id, due_at) include (position_id, status_type, owner_id)
  where deleted_at is null and closed_at is null and due_at is not null;
create index applications_never_called on applications (workspace_id, last_activity_at, id)
  where deleted_at is null and call_attempts = 0;
-- Few, but without it the bin is found by reading everything.
create index applications_deleted on applications (workspace_id, last_activity_at, id) where deleted_at is not null;
-- An agent's rates over the last weeks.
drop index calls_by_agent;
create index calls_by_agent on calls (workspace_id, agent_id, started_at, id)
  include (end_reason, lifecycle, direction, outcome, application_id);
