-- outside a transaction
-- Deleting a status looks for the entries that name it, which read all entries of the workspace for each status.
create index concurrently if not exists activity_logs_by_to_status on activity_logs (workspace_id, to_status_id)
  where to_status_id is not null;
