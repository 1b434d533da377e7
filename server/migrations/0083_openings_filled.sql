-- outside a transaction
create index concurrently if not exists applications_hires on applications (workspace_id, position_id, closed_at, id)
  where status_type = 'hired' and deleted_at is null;
