-- Tells applications that an import brought to a stage from those that were moved or added there.
alter table facts add column imported boolean;

-- Facts and totals are derived again, with what is imported.
delete from fact_totals;
delete from fact_total_changes;
update fact_states set derived = false, totals_through = '00000000-0000-0000-0000-000000000000', version = gen_random_uuid();
