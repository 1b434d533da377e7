-- Which view is whose default stands in saved_view_uses since 0006; nothing has read this column from then on.
alter table saved_views drop column is_default;
