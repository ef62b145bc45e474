-- An intruder in the API cannot write entries of operators. Operators connect as the owner of the tables.
-- contract: the API of the previous release writes entries of keys only
alter table audit_log add constraint audit_log_api_writes_keys check (actor_kind = 'key' or current_user <> 'assay_api');
