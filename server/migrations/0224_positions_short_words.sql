-- outside a transaction
create index concurrently if not exists positions_short_words on positions
  using gin (workspace_id, short_field_words(custom_fields)) where custom_fields <> '{}';
