-- A claim changes no indexed column. With free space in the page, Postgres then adds no index entries (HOT update).
alter table deliveries set (fillfactor = 60);
alter table submission_versions set (fillfactor = 60);
