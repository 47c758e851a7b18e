"""What NDB's data nodes count of each fragment of Warren's tables, of their threads and links."""

from dataclasses import dataclass

from apps.cluster.ndb import rows

# An index counts for its table.
_OPERATIONS = (
    "SELECT node_id, block_instance, fragment_num, "
    "SUBSTRING_INDEX(COALESCE(parent_fq_name, fq_name), '/', -1), SUM(tot_key_reads), "
    "SUM(tot_key_inserts + tot_key_updates + tot_key_writes + tot_key_deletes), "
    "SUM(tot_frag_scans), SUM(tot_scan_rows_returned) FROM ndbinfo.operations_per_fragment "
    "WHERE COALESCE(parent_fq_name, fq_name) LIKE %s GROUP BY 1, 2, 3, 4"
)
_WAITS = (
    "SELECT node_id, block_instance, fragment_num, "
    "SUBSTRING_INDEX(COALESCE(parent_fq_name, fq_name), '/', -1), "
    "SUM(wait_ok_millis + wait_fail_millis) FROM ndbinfo.locks_per_fragment "
    "WHERE COALESCE(parent_fq_name, fq_name) LIKE %s GROUP BY 1, 2, 3, 4"
)
_BYTES = (
    "SELECT node_id, block_instance, fragment_num, "
    "SUBSTRING_INDEX(COALESCE(parent_fq_name, fq_name), '/', -1), "
    "SUM(fixed_elem_alloc_bytes + var_elem_alloc_bytes + hash_index_alloc_bytes) "
    "FROM ndbinfo.memory_per_fragment "
    "WHERE COALESCE(parent_fq_name, fq_name) LIKE %s GROUP BY 1, 2, 3, 4"
)
_PRIMARIES = (
    "SELECT f.fragment_id, f.current_primary FROM ndbinfo.table_fragments f "
    "JOIN ndbinfo.dict_obj_info d ON d.id = f.table_id AND d.type = 2 WHERE d.fq_name = %s"
)
# The block that executes operations on rows, and the thread that it is on.
_THREADS = "SELECT node_id, block_instance, thr_no FROM ndbinfo.threadblocks WHERE block_name = %s"
_BUSY = (
    "SELECT node_id, thr_no, SUM(exec_time), SUM(elapsed_time) "
    "FROM ndbinfo.cpustat_1sec GROUP BY 1, 2"
)
# A node has a link to itself, which no network sees; several between two nodes count as one.
_LINKS = (
    "SELECT node_id, remote_node_id, MAX(status = 'CONNECTED'), SUM(bytes_sent), "
    "SUM(bytes_received), SUM(overload_count), SUM(slowdown_count) FROM ndbinfo.transporters "
    "WHERE remote_node_id <> node_id GROUP BY 1, 2"
)
_EXECUTES = "DBLQH"
_PRIMARY_OF = "inodes"


@dataclass(frozen=True, slots=True)
class FragmentCounts:
    """One replica of a fragment of one table with its indexes; counts since the node's start.

    Rows are written in each replica; reads and scans are counted where they were made.
    """

    table: str
    fragment: int
    node_id: int
    thread: int
    primary: bool
    reads: int
    writes: int
    scans: int
    rows: int
    lock_wait_ms: int
    bytes: int


@dataclass(frozen=True, slots=True)
class ThreadTime:
    """The part of its time, 0 to 1, that a thread spent executing in the last twenty seconds."""

    node_id: int
    thread: int
    busy: float


@dataclass(frozen=True, slots=True)
class LinkCounts:
    """What went over the connection from a data node to another node; counts since they connected.

    `overloads` and `slowdowns`: how often the node could not send as fast as it had to, and held
    back who asked it.
    """

    node_id: int
    remote_node_id: int
    connected: bool
    sent_bytes: int
    received_bytes: int
    overloads: int
    slowdowns: int


@dataclass(frozen=True, slots=True)
class FragmentReport:
    fragments: list[FragmentCounts]
    threads: list[ThreadTime]
    links: list[LinkCounts]


def fragment_report(database: str) -> FragmentReport:
    """Of the tables of a database. Unavailable when the SQL node does not answer."""
    tables = f"{database}/def/%"
    threads = {(node, instance): thread for node, instance, thread in rows(_THREADS, _EXECUTES)}
    primaries = dict(rows(_PRIMARIES, f"{database}/def/{_PRIMARY_OF}"))
    waits = {tuple(row[:4]): int(row[4]) for row in rows(_WAITS, tables)}
    held = {tuple(row[:4]): int(row[4]) for row in rows(_BYTES, tables)}
    fragments = [
        FragmentCounts(
            table=table,
            fragment=fragment,
            node_id=node,
            # A node without threads has the block once, as number 0.
            thread=threads.get((node, instance), 0),
            primary=primaries.get(fragment) == node,
            reads=int(reads),
            writes=int(writes),
            scans=int(scans),
            rows=int(returned),
            lock_wait_ms=waits.get((node, instance, fragment, table), 0),
            bytes=held.get((node, instance, fragment, table), 0),
        )
        for node, instance, fragment, table, reads, writes, scans, returned in rows(
            _OPERATIONS, tables
        )
    ]
    return FragmentReport(
        fragments=fragments,
        threads=[
            ThreadTime(node, thread, round(float(spent) / float(elapsed), 3))
            for node, thread, spent, elapsed in rows(_BUSY)
            if elapsed
        ],
        links=[
            LinkCounts(node, remote, bool(connected), *(int(count) for count in counts))
            for node, remote, connected, *counts in rows(_LINKS)
        ],
    )
