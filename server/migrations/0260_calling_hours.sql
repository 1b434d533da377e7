-- A queue may leave people alone on the public holidays of their country and state.
alter table call_queues add column skip_holidays boolean not null default false;

-- When people of a country or a state may be called, where that is less than 8:00 to 21:00. Minutes after midnight on
-- their clock; null where nobody may be called on these days.
create table calling_hours (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  -- ISO 3166: the country, and the part of the subdivision after the hyphen; null for the whole country.
  country text not null,
  state text,
  weekdays_from smallint,
  weekdays_to smallint,
  saturday_from smallint,
  saturday_to smallint,
  sunday_from smallint,
  sunday_to smallint,
  on_holidays boolean not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (workspace_id, id),
  check (weekdays_from < weekdays_to and saturday_from < saturday_to and sunday_from < sunday_to),
  check (num_nulls(weekdays_from, weekdays_to) <> 1),
  check (num_nulls(saturday_from, saturday_to) <> 1),
  check (num_nulls(sunday_from, sunday_to) <> 1)
);
create unique index calling_hours_place_key on calling_hours (workspace_id, country, coalesce(state, ''));

-- The rules with which new workspaces begin (contract/src/calling-hours.ts).
insert into calling_hours (
  workspace_id, id, country, state, weekdays_from, weekdays_to, saturday_from, saturday_to, sunday_from, sunday_to, on_holidays
)
select
  workspaces.id, gen_random_uuid(), 'US', rule.state, 60 * rule.weekdays_from, 60 * rule.weekdays_to, 60 * rule.saturday_from,
  60 * rule.saturday_to, 60 * rule.sunday_from, 60 * rule.sunday_to, rule.on_holidays
from workspaces, (
  values
    ('AL', 8, 20, 8, 20, null, null, false),
    ('CT', 9, 20, 9, 20, 9, 20, true),
    ('FL', 8, 20, 8, 20, 8, 20, true),
    ('KY', 10, 21, 10, 21, 10, 21, true),
    ('LA', 8, 20, 8, 20, null, null, false),
    ('MA', 8, 20, 8, 20, 8, 20, true),
    ('MD', 8, 20, 8, 20, 8, 20, true),
    ('MN', 9, 21, 9, 21, 9, 21, true),
    ('MS', 8, 20, 8, 20, null, null, false),
    ('NM', 9, 21, 9, 21, 9, 21, true),
    ('NV', 9, 20, 9, 20, 9, 20, true),
    ('OK', 8, 20, 8, 20, 8, 20, true),
    ('RI', 9, 18, 10, 17, null, null, false),
    ('SD', 9, 21, 9, 21, null, null, true),
    ('TX', 9, 21, 9, 21, 12, 21, true),
    ('UT', 8, 21, 8, 21, null, null, false),
    ('WA', 8, 20, 8, 20, 8, 20, true),
    ('WY', 8, 20, 8, 20, 8, 20, true)
) as rule (state, weekdays_from, weekdays_to, saturday_from, saturday_to, sunday_from, sunday_to, on_holidays);
