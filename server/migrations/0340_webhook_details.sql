-- What a message says of the moment of its event, which the row may no longer say when the message is sent.
alter table webhook_deliveries add column details jsonb;
