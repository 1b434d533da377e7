-- The providers whose reports may mean an agent. One without a provider may be any provider's; those of providers without
-- a reader of their own report in the generic form.
create or replace function report_providers_of_agent(provider text) returns text[] language sql immutable parallel safe as $$
  select case
    when provider is null then array['generic', 'retell', 'twilio', 'vapi']
    when lower(provider) in ('retell', 'twilio', 'vapi') then array[lower(provider)]
    else array['generic']
  end
$$;

create or replace function keep_provider_agent_claims() returns trigger language plpgsql as $$
declare
  claimed text;
  holders bigint;
  holder uuid;
begin
  if tg_op = 'UPDATE' and new.workspace_id = old.workspace_id and new.provider is not distinct from old.provider
    and new.provider_agent_id is not distinct from old.provider_agent_id
    and (new.deleted_at is null) = (old.deleted_at is null)
  then
    return null;
  end if;
  if tg_op <> 'DELETE' and new.provider_agent_id is not null and new.deleted_at is null then
    foreach claimed in array report_providers_of_agent(new.provider) loop
      insert into provider_agent_claims as claim (provider, provider_agent_id, workspace_id)
      values (claimed, new.provider_agent_id, new.workspace_id)
      on conflict (provider, provider_agent_id) do update set workspace_id = excluded.workspace_id
        where claim.workspace_id = excluded.workspace_id;
      if not found then
        raise exception 'another workspace has this agent of the provider' using
          errcode = 'unique_violation', table = 'provider_agent_claims', constraint = 'provider_agent_claims_pkey';
      end if;
    end loop;
  end if;
  if tg_op <> 'INSERT' and old.provider_agent_id is not null and old.deleted_at is null then
    foreach claimed in array report_providers_of_agent(old.provider) loop
      perform from provider_agent_claims claim
      where claim.provider = claimed and claim.provider_agent_id = old.provider_agent_id
        and (claim.workspace_id = old.workspace_id or claim.workspace_id is null)
      for update;
      continue when not found;
      -- A statement of its own: it sees what was committed while the lock was waited for.
      select count(distinct agent.workspace_id), (array_agg(agent.workspace_id))[1] into holders, holder
      from agents agent
      where agent.provider_agent_id = old.provider_agent_id and agent.deleted_at is null
        and claimed = any(report_providers_of_agent(agent.provider));
      if holders = 0 then
        delete from provider_agent_claims claim
        where claim.provider = claimed and claim.provider_agent_id = old.provider_agent_id;
      elsif holders = 1 then
        update provider_agent_claims claim set workspace_id = holder
        where claim.provider = claimed and claim.provider_agent_id = old.provider_agent_id;
      end if;
    end loop;
  end if;
  return null;
end $$;

create or replace trigger agents_provider_claims
  after insert or delete or update of workspace_id, provider, provider_agent_id, deleted_at on agents
  for each row execute function keep_provider_agent_claims();
