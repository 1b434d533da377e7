-- Since when a caller has the person.
alter table call_claims add column claimed_at timestamptz(3) not null default now();

-- The call queue that gave the person.
alter table calls add column queue_id uuid;
alter table calls add foreign key (workspace_id, queue_id) references call_queues (workspace_id, id)
  on delete set null (queue_id) not valid;
create index calls_by_queue on calls (workspace_id, queue_id, started_at, id) where queue_id is not null;
