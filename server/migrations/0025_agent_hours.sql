-- When an agent works, and that an agent is one person or one of a provider's agents.

alter table agents
  -- By whose clocks the hours are; null: the workspace's.
  add column timezone text,
  -- [{ weekday, from, to }], weekday 1 for Monday to 7; one that ends before it begins ends on the next day. Null: always.
  add column hours jsonb;

update agents set user_id = null
where user_id is not null and deleted_at is null and exists (
  select from agents o
  where o.workspace_id = agents.workspace_id and o.user_id = agents.user_id and o.deleted_at is null and o.id < agents.id
);
update agents set provider_agent_id = null
where provider_agent_id is not null and deleted_at is null and exists (
  select from agents o
  where o.workspace_id = agents.workspace_id and o.provider is not distinct from agents.provider
    and o.provider_agent_id = agents.provider_agent_id and o.deleted_at is null and o.id < agents.id
);
create unique index agents_user_key on agents (workspace_id, user_id) where user_id is not null and deleted_at is null;
create unique index agents_provider_key on agents (workspace_id, provider, provider_agent_id)
  where provider_agent_id is not null and deleted_at is null;

create index agent_positions_by_position on agent_positions (workspace_id, position_id, agent_id);
