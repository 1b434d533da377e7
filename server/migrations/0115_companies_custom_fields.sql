-- outside a transaction
create index concurrently if not exists companies_custom_fields on companies
  using gin (workspace_id, custom_fields jsonb_path_ops) where custom_fields <> '{}';
