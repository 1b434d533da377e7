-- The servers of this installation, each with what it last said of itself; one that ended takes its row with it.
create table nodes (
  id uuid primary key,
  version text not null,
  node_version text not null,
  process text not null check (process in ('all', 'web', 'worker')),
  host text not null,
  pid integer not null,
  started_at timestamptz(3) not null default now(),
  seen_at timestamptz(3) not null default now(),
  -- Over the time since it was last heard of.
  calls_per_second real not null default 0,
  jobs_per_minute real not null default 0,
  event_loop_ms real not null default 0,
  cpu real not null default 0,
  memory_bytes bigint not null default 0,
  connections_busy integer not null default 0,
  connections_waiting integer not null default 0,
  open_streams integer not null default 0,
  -- The live event it handed out last.
  live_event_id bigint not null default 0
);
