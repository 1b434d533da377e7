-- What somebody chose to hear of, and how; without a row as everybody at first.
create table notification_choices (
  workspace_id uuid not null,
  user_id uuid not null,
  kind text not null,
  in_app boolean not null,
  mail boolean not null,
  primary key (workspace_id, user_id, kind),
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);
