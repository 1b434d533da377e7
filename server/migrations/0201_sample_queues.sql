-- The sample data have call queues.
alter table sample_records drop constraint sample_records_kind_check;
alter table sample_records add constraint sample_records_kind_check
  check (kind in (
    'company', 'user', 'agent', 'position', 'saved_view', 'saved_report', 'call_queue', 'candidate', 'custom_field'
  ));
