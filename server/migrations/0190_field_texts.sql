-- Returns the texts among a row's custom fields, folded, one a line: what searches look up. Functions of an index must
-- name their schema, as maintenance runs without a search path.
create function field_texts(jsonb) returns text language sql immutable strict parallel safe cost 500 as $$
  select coalesce(public.fold(string_agg(value #>> '{}', chr(10))), '')
  from jsonb_each($1) where jsonb_typeof(value) = 'string'
$$;
