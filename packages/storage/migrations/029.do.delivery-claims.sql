-- Until this time, a delivery worker may be making the first attempt of the delivery. Other workers leave the delivery.
alter table deliveries add column claimed_until timestamptz;
