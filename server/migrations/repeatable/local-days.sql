-- The first moment at which clocks of a timezone show a day or a later one. A day has two midnights where clocks are put back
-- over it, and none where they are put forward over it or where the day is skipped; `at time zone` takes the second midnight.
-- `startOfDay` in the contract is the same in TypeScript, and a test compares them over all timezones.
create or replace function local_day_start(day date, timezone text) returns timestamptz
language plpgsql immutable parallel safe strict as $$
declare
  midnight constant timestamp := day::timestamp;
  guess constant timestamptz := midnight at time zone timezone;
  found timestamptz;
  -- Clocks show an earlier day before the first, and this one or a later one from the second on.
  before timestamptz;
  reached timestamptz;
  middle timestamptz;
begin
  select min(c.at) into found
  from unnest(array[guess - interval '1 day', guess, guess + interval '1 day']) as near (at)
  cross join lateral (
    select (midnight - ((near.at at time zone timezone) - (near.at at time zone 'UTC'))) at time zone 'UTC' as at
  ) as c
  where c.at at time zone timezone = midnight;
  if found is not null then return found; end if;
  before := guess - interval '1 day';
  reached := guess + interval '1 day';
  while reached - before > interval '1 second' loop
    middle := date_trunc('second', before + (reached - before) / 2);
    if middle at time zone timezone >= midnight then reached := middle; else before := middle; end if;
  end loop;
  return reached;
end $$;

-- How long a unit of the calendar is: a quarter is no unit of intervals.
create or replace function unit_length(unit text) returns interval language sql immutable parallel safe strict as
  $$ select case unit when 'quarter' then interval '3 months' else ('1 ' || unit)::interval end $$;
