-- What a call counts as, for reports and for lists.

-- Dialled by us; one still queued or canceled was never placed.
create or replace function call_is_placed(direction text, lifecycle text) returns boolean language sql immutable parallel safe as $$
  select direction = 'outbound' and lifecycle not in ('queued', 'canceled')
$$;

-- Somebody or something took it; of a completed call it may not be known who.
create or replace function call_is_answered(end_reason text, lifecycle text) returns boolean
language sql immutable parallel safe as $$
  select coalesce(
    end_reason in ('human_conversation', 'transferred', 'voicemail', 'ivr', 'timeout')
      or (end_reason = 'unknown' and lifecycle = 'completed'), false)
$$;

-- A person was spoken with.
create or replace function call_is_conversation(end_reason text) returns boolean language sql immutable parallel safe as $$
  select coalesce(end_reason in ('human_conversation', 'transferred'), false)
$$;
