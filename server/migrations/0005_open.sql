-- Open applications, newest activity first: the list as it is mostly asked for. Late ones are told apart inside the
-- index, since among the newest there are few of them.
create index applications_open on applications (workspace_id, last_activity_at, id) include (due_at)
  where deleted_at is null and closed_at is null;
