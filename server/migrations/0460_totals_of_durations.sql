-- Daily totals hold the seconds of calls and who left any stage. They are counted again with them.
delete from fact_totals;
delete from fact_total_changes;
update fact_states set totals_through = '00000000-0000-0000-0000-000000000000', version = gen_random_uuid();
