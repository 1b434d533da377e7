-- outside a transaction
create index concurrently if not exists candidates_changed on candidates (workspace_id, changed_at, id);
