-- What is late in a column of a pipeline's board: by type, the latest first, so that a capped count soon has enough.
create index applications_late_by_type on applications (workspace_id, status_type, due_at) include (status_id)
  where deleted_at is null and closed_at is null and due_at is not null;
