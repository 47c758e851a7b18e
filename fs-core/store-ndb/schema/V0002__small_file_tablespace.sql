-- Disk space for small files whose data live in the database. Files can be added later; the first ones are
-- small, because every data node allocates them at once.
CREATE LOGFILE GROUP warren_undo ADD UNDOFILE 'warren_undo_1.log' INITIAL_SIZE 16M UNDO_BUFFER_SIZE 8M ENGINE NDBCLUSTER;

CREATE TABLESPACE warren_disk ADD DATAFILE 'warren_disk_1.dat' USE LOGFILE GROUP warren_undo EXTENT_SIZE 1M INITIAL_SIZE 16M ENGINE NDBCLUSTER;
