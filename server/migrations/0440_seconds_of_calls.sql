-- The fact of a call holds its seconds, so that minutes are added up without the calls. Facts are derived again with them.
delete from fact_totals;
delete from fact_total_changes;
update fact_states set derived = false, totals_through = '00000000-0000-0000-0000-000000000000', version = gen_random_uuid();
