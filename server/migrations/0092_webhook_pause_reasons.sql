-- A webhook whose address the installation no longer sends to is paused for that reason.
alter table outgoing_webhooks add constraint outgoing_webhooks_paused_because_known
  check (paused_because in ('gone', 'failing', 'port_not_allowed', 'not_https')) not valid;
alter table outgoing_webhooks validate constraint outgoing_webhooks_paused_because_known;
alter table outgoing_webhooks drop constraint outgoing_webhooks_paused_because_check;
