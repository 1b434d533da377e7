-- The sample data have a voice campaign.
alter table sample_records drop constraint sample_records_kind_check;
alter table sample_records add constraint sample_records_kind_check
  check (kind in (
    'company', 'user', 'agent', 'position', 'saved_view', 'saved_report', 'call_queue', 'voice_campaign', 'candidate',
    'custom_field'
  ));
