-- outside a transaction
create index concurrently if not exists applications_changed on applications (workspace_id, changed_at, id);
