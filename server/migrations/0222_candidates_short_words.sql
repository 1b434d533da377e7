-- outside a transaction
create index concurrently if not exists candidates_short_words on candidates
  using gin (workspace_id, short_field_words(custom_fields)) where custom_fields <> '{}';
