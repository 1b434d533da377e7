-- outside a transaction
-- Deleting a status looks for the entries that name it, which read all entries of the workspace for each status.
create index concurrently if not exists activity_logs_by_from_status on activity_logs (workspace_id, from_status_id)
  where from_status_id is not null;
