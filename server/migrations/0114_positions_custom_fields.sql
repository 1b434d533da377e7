-- outside a transaction
create index concurrently if not exists positions_custom_fields on positions
  using gin (workspace_id, custom_fields jsonb_path_ops) where custom_fields <> '{}';
