import type { Entry, EntryDetails } from '~/api/namespace'

/** Two blocks at most, each on two racks. */
export function detailsOf(entry: Entry, asOf: string): EntryDetails {
  const offsets = [0, entry.block_size_bytes].filter(
    (offset) => offset < entry.size_bytes && !entry.in_database,
  )
  const replica = (host: string, rack: string) => ({
    unit: null,
    datanode_uuid: `uuid-${host}`,
    datanode_address: '127.0.0.1:9866',
    hostname: host,
    rack,
    storage_uuid: `DS-${host}`,
    storage_type: 'DISK',
    state: 'finalized',
  })
  return {
    inode_id: entry.inode_id,
    path: entry.path,
    acl: ['user:ann:r-x'],
    xattrs: [{ name: 'user.team', value: 'blue', encoding: 'text' }],
    storage_policy: { name: 'COLD', set_at: '/data' },
    erasure_coding: null,
    blocks:
      entry.kind === 'file'
        ? {
            items: offsets.map((offset, index) => ({
              block_id: String(1_073_741_825 + index),
              index,
              offset_bytes: offset,
              length_bytes: Math.min(entry.size_bytes - offset, entry.block_size_bytes),
              generation_stamp: 1_001,
              replicas: [replica('one.example', '/rack-1'), replica('two.example', '/rack-2')],
            })),
            more: false,
          }
        : null,
    snapshots: [
      {
        name: 'monday',
        directory: '/data',
        path: entry.path.replace('/data', '/data/.snapshot/monday'),
        created_at: '2026-11-16T03:00:00.000Z',
        size_bytes: entry.size_bytes,
        mtime: entry.mtime,
        changed: false,
      },
    ],
    as_of: asOf,
  }
}
