-- What a message is about, if it is not an application's history or a call's end.
alter table webhook_deliveries
  add column subject_kind text,
  add column subject_id uuid;
