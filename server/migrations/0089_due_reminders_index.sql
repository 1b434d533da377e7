-- outside a transaction
create index concurrently if not exists applications_due_reminders on applications (due_at, id)
  where owner_id is not null and closed_at is null and deleted_at is null
    and reminded_due_at is distinct from due_at;
