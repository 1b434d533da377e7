-- outside a transaction
create index concurrently if not exists candidates_custom_fields on candidates
  using gin (workspace_id, custom_fields jsonb_path_ops) where custom_fields <> '{}';
