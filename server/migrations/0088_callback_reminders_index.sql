-- outside a transaction
create index concurrently if not exists applications_callback_reminders on applications (callback_at, id)
  where owner_id is not null and closed_at is null and deleted_at is null
    and reminded_callback_at is distinct from callback_at;
