-- Rows about people who may not be shown now, and the policy for which that was told last: totals and filters say of
-- them what is shown. Lists of before are told when they are opened.
ALTER TABLE list_row ADD withdrawn boolean NOT NULL DEFAULT false;
ALTER TABLE list ADD shown_policy text;
