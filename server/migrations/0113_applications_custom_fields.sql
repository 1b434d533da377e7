-- outside a transaction
create index concurrently if not exists applications_custom_fields on applications
  using gin (workspace_id, custom_fields jsonb_path_ops) where custom_fields <> '{}';
