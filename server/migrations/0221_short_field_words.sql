-- Returns the words of one or two characters among a row's texts in custom fields, folded: they have no trigrams, so searches
-- look them up here. Functions of an index must name their schema.
create function short_field_words(jsonb) returns text[] language sql immutable strict parallel safe cost 500 as $$
  select coalesce(array_agg(distinct word), '{}')
  from jsonb_each($1), regexp_split_to_table(public.fold(value #>> '{}'), '[\s,;/|()]+') word
  where jsonb_typeof(value) = 'string' and length(word) between 1 and 2
$$;
