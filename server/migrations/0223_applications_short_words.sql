-- outside a transaction
create index concurrently if not exists applications_short_words on applications
  using gin (workspace_id, short_field_words(custom_fields)) where custom_fields <> '{}';
