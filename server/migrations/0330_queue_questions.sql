-- The custom fields that the script of a queue asks about, in their order: fieldId, text, and the subject, key and label of the
-- field as they were when the queue was saved, which name a field that was removed since.
alter table call_queues add column questions jsonb not null default '[]';
