-- Documents that could not be read, by content: they are refused at once until the entry expires.
create table document_failures (
  workspace_id uuid not null references workspaces (id),
  sha256 text not null,
  wanted text not null,
  problem text not null,
  at timestamptz(3) not null default now(),
  primary key (workspace_id, sha256, wanted)
);
