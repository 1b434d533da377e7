-- Colleagues who were deleted stay as rows, so that what they did and own keeps their name; they are suspended as
-- well, so that nothing that asks for active colleagues finds them.

alter table users
  add column deleted_at timestamptz(3),
  add column deleted_by uuid,
  -- What restoring gives back.
  add column status_before_deletion text check (status_before_deletion in ('active', 'suspended')),
  add constraint users_deleted_are_suspended check (deleted_at is null or status = 'suspended'),
  add constraint users_deleted_by_fkey foreign key (workspace_id, deleted_by) references users (workspace_id, id);

-- The address of somebody deleted is free again.
drop index users_email_key;
create unique index users_email_key on users (workspace_id, email) where deleted_at is null;

create index users_by_email on users (workspace_id, email, id);
create index users_by_seen on users (workspace_id, coalesce(last_seen_at, '-infinity'::timestamptz), id);
create index users_by_company on users (workspace_id, company_id) where company_id is not null;

-- What one person did, newest first. Rows of imports are told by their import: each would cost this index an entry.
create index activity_logs_by_user on activity_logs (workspace_id, user_id, at, id)
  where user_id is not null and kind <> 'imported';
create index audit_logs_by_user on audit_logs (workspace_id, user_id, at, id) where user_id is not null;
