-- What a person made of a view they see, their own or one shared with them. What saved_views.is_default said moves here:
-- somebody else's view can be one's default too.
create table saved_view_uses (
  workspace_id uuid not null,
  user_id uuid not null,
  view_id uuid not null,
  is_default boolean not null default false,
  -- Its place among the views of the screen; those without one come last.
  ordinal integer,
  -- When they last looked at it: what came in since is new to them.
  seen_at timestamptz(3),
  primary key (workspace_id, user_id, view_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id),
  foreign key (workspace_id, view_id) references saved_views (workspace_id, id) on delete cascade
);
create index saved_view_uses_by_view on saved_view_uses (workspace_id, view_id);
insert into saved_view_uses (workspace_id, user_id, view_id, is_default)
  select workspace_id, user_id, id, true from saved_views where is_default;

-- Deleted ones can be restored for 30 days; their names are free meanwhile.
alter table saved_views add column deleted_at timestamptz(3);
drop index saved_views_name_key;
create unique index saved_views_name_key on saved_views (workspace_id, user_id, screen, lower(name)) where deleted_at is null;
