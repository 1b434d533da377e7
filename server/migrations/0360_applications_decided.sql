-- outside a transaction
create index concurrently if not exists applications_decided on applications (workspace_id, closed_at) include (reached, disposition, position_id)
  where deleted_at is null and closed_at is not null;
