-- The ETag of the object at blob_key. Null before the copy is made, and in rows that an earlier release wrote: their copy
-- has the ETag of the upload.
alter table assets add column blob_etag text;
