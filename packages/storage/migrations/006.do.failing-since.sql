-- Since when every attempt to deliver to a subscription has failed; null once one succeeds.
alter table subscriptions add column failing_since timestamptz;
