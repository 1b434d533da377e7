-- The sample data have saved reports.
alter table sample_records drop constraint sample_records_kind_check;
alter table sample_records add constraint sample_records_kind_check
  check (kind in ('company', 'user', 'agent', 'position', 'saved_view', 'saved_report', 'candidate'));
