-- What was answered when a provider asked whether it may call somebody in a campaign of its own. The number is not stored: an
-- application, if there is one, says who it was.
create table predial_answers (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  contact_id text not null check (length(contact_id) between 1 and 300),
  provider_campaign_id text check (length(provider_campaign_id) <= 300),
  queue_id uuid,
  application_id uuid,
  eligible boolean not null,
  reason text not null check (length(reason) <= 60),
  answered_at timestamptz(3) not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, contact_id),
  foreign key (workspace_id, queue_id) references call_queues (workspace_id, id) on delete cascade,
  foreign key (workspace_id, application_id) references applications (workspace_id, id) on delete cascade
);
create index predial_answers_answered_at on predial_answers (workspace_id, answered_at, id);
create index predial_answers_queue on predial_answers (workspace_id, queue_id);
create index predial_answers_application on predial_answers (workspace_id, application_id);
