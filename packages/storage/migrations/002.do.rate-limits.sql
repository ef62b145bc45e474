-- Requests counted per key and bucket, shared by every API process; rate-limiter-flexible reads and writes it.
-- One row for each key and bucket, written over when its minute is past. Unlogged: after a crash, minutes begin anew.

create unlogged table rate_limits (
  key text primary key,
  points integer not null,
  -- Milliseconds since 1970.
  expire bigint
) with (fillfactor = 70);
