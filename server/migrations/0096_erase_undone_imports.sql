-- What an import that was undone had created is erased some weeks later: when that was done, and how much of it.
alter table imports
  add column undo_erased_at timestamptz(3),
  add column undo_erased_people integer not null default 0,
  add column undo_erased_applications integer not null default 0;
