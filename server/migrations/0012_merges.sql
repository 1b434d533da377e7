-- Two rows that are one person become one. The one merged away stays as it was, deleted and pointing to where it went.

alter table candidates add column merged_into uuid;
alter table candidates add foreign key (workspace_id, merged_into) references candidates (workspace_id, id);
alter table candidates add check (merged_into is null or deleted_at is not null);
create index candidates_by_merged_into on candidates (workspace_id, merged_into) where merged_into is not null;

create table candidate_merges (
  workspace_id uuid not null,
  id uuid not null,
  survivor_id uuid not null,
  merged_id uuid not null,
  -- The survivor's version right after: of several merges into one person it tells which came later.
  survivor_version integer not null,
  -- The survivor's columns that changed, as they were and as they became.
  before jsonb not null,
  after jsonb not null,
  application_ids uuid[] not null,
  call_ids uuid[] not null,
  -- Applications closed as duplicates, with the places they had.
  closed jsonb not null default '[]',
  merged_by uuid not null,
  merged_at timestamptz(3) not null default now(),
  unmerged_by uuid,
  unmerged_at timestamptz(3),
  -- What stayed with the survivor when the two were parted, since somebody had changed it.
  kept jsonb,
  primary key (workspace_id, id),
  foreign key (workspace_id, survivor_id) references candidates (workspace_id, id),
  foreign key (workspace_id, merged_id) references candidates (workspace_id, id),
  foreign key (workspace_id, merged_by) references users (workspace_id, id),
  foreign key (workspace_id, unmerged_by) references users (workspace_id, id)
);
create index candidate_merges_by_survivor on candidate_merges (workspace_id, survivor_id);
-- Nobody is merged into two people at once.
create unique index candidate_merges_active_key on candidate_merges (workspace_id, merged_id) where unmerged_at is null;
create index candidate_merges_by_merged on candidate_merges (workspace_id, merged_id);

-- What somebody was known by before a merge: whoever looks for it finds the survivor.
create table merged_contacts (
  workspace_id uuid not null,
  merge_id uuid not null,
  -- Whose it was.
  owner_id uuid not null,
  kind text not null check (kind in ('name', 'email', 'phone', 'profileUrl', 'externalId')),
  value text not null,
  -- Who it finds now, at the end of a chain of merges.
  candidate_id uuid not null,
  primary key (workspace_id, merge_id, owner_id, kind),
  foreign key (workspace_id, merge_id) references candidate_merges (workspace_id, id),
  foreign key (workspace_id, owner_id) references candidates (workspace_id, id),
  foreign key (workspace_id, candidate_id) references candidates (workspace_id, id)
);
create index merged_contacts_by_value on merged_contacts (workspace_id, kind, value) include (candidate_id);
create index merged_contacts_by_candidate on merged_contacts (workspace_id, candidate_id);
create index merged_contacts_by_owner on merged_contacts (workspace_id, owner_id);
