-- A search compares the texts of custom fields as one of several places. For a condition within an `or`, PostgreSQL does not use the
-- statistics of a partial index: it expected a handful of rows of a word that nearly every row has, and compared all of them.
create statistics applications_field_texts_values on (field_texts(custom_fields)) from applications;
create statistics candidates_field_texts_values on (field_texts(custom_fields)) from candidates;
create statistics positions_field_texts_values on (field_texts(custom_fields)) from positions;
create statistics companies_field_texts_values on (field_texts(custom_fields)) from companies;

create statistics applications_short_field_words_values on (short_field_words(custom_fields)) from applications;
create statistics candidates_short_field_words_values on (short_field_words(custom_fields)) from candidates;
create statistics positions_short_field_words_values on (short_field_words(custom_fields)) from positions;
create statistics companies_short_field_words_values on (short_field_words(custom_fields)) from companies;

analyze applications, candidates, positions, companies;
