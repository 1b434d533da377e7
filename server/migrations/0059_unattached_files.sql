-- outside a transaction
create index concurrently if not exists files_unattached on files (created_at) where attached_at is null;
