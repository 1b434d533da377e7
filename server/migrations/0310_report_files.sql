-- Whether the report is attached as a PDF.
alter table report_schedules add column with_pdf boolean not null default true;
-- Of one without a schedule.
alter table report_sendings add column with_pdf boolean not null default true;
