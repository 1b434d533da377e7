-- How long a unit of the calendar is: a quarter is no unit of intervals.
create function unit_length(unit text) returns interval language sql immutable parallel safe strict as
  $$ select case unit when 'quarter' then interval '3 months' else ('1 ' || unit)::interval end $$;
