import type { Entry } from '~/api/namespace'
import { childOf, nameOf, parentOf } from '~/format/path'

export type Tree = Map<string, Entry>

const DAY_MS = 24 * 60 * 60 * 1_000

/**
 * A namespace like a small real one: warehouse partitions, logs, homes; names with blanks,
 * other scripts and control characters; one directory of several pages. The same every time.
 */
export function createTree(nowMs: number): Tree {
  const tree: Tree = new Map()
  let inodeId = 16_385
  const put = (path: string, kind: Entry['kind'], change: Partial<Entry> = {}) => {
    const mtime = new Date(nowMs - ((inodeId * 7) % 400) * (DAY_MS / 16)).toISOString()
    const directory = kind === 'directory'
    tree.set(path, {
      inode_id: inodeId,
      path,
      name: path === '/' ? '' : nameOf(path),
      kind,
      size_bytes: directory ? 0 : (inodeId * 7_919_317) % 1_400_000_000,
      owner: 'hdfs',
      group: 'supergroup',
      mode: directory ? '0755' : '0644',
      mtime,
      atime: mtime,
      replication: directory ? 0 : 3,
      block_size_bytes: directory ? 0 : 134_217_728,
      children_count: null,
      open_for_write: false,
      in_database: false,
      symlink_target: null,
      content: null,
      ...change,
    })
    inodeId += 1
  }
  const directory = (path: string, change: Partial<Entry> = {}) => put(path, 'directory', change)
  const file = (path: string, change: Partial<Entry> = {}) => put(path, 'file', change)

  directory('/')
  for (const name of ['data', 'tmp', 'user']) directory(`/${name}`)
  tree.set('/tmp', { ...entryAt(tree, '/tmp'), mode: '1777' })
  for (const name of ['raw', 'warehouse', 'empty']) directory(`/data/${name}`, etl)
  for (const table of ['orders', 'events', 'customers']) {
    directory(`/data/warehouse/${table}`, etl)
    for (let month = 1; month <= 3; month += 1) {
      const partition = `/data/warehouse/${table}/month=2026-0${month}`
      directory(partition, etl)
      for (let part = 0; part < 4; part += 1) {
        file(`${partition}/part-0000${part}.snappy.parquet`, etl)
      }
    }
  }
  directory('/data/raw/logs', etl)
  for (let at = 0; at < 260; at += 1) {
    file(`/data/raw/logs/access-${String(at).padStart(4, '0')}.log.gz`, {
      ...etl,
      open_for_write: at === 259,
    })
  }
  for (const user of ['alice', 'bob', 'etl']) {
    directory(`/user/${user}`, { owner: user, group: user, mode: '0700' })
  }
  file('/user/alice/report final (2).csv', { owner: 'alice', group: 'alice' })
  file('/user/alice/résumé 履歴書.pdf', { owner: 'alice', group: 'alice' })
  file('/user/bob/todo.txt', {
    owner: 'bob',
    group: 'bob',
    size_bytes: 12,
    in_database: true,
  })
  file('/user/alice/two\nlines.txt', { owner: 'alice', group: 'alice', size_bytes: 0 })
  directory('/user/alice/.Trash', { owner: 'alice', group: 'alice', mode: '0700' })
  return tree
}

const etl = { owner: 'etl', group: 'data' }

export function entryAt(tree: Tree, path: string): Entry {
  const entry = tree.get(path)
  if (!entry) throw new Error(`The test tree has no ${path}`)
  return entry
}

export function childrenOf(tree: Tree, path: string): Entry[] {
  return [...tree.values()]
    .filter((entry) => entry.path !== '/' && parentOf(entry.path) === path)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** With what is in it, as the platform tells of directories. */
export function withContent(tree: Tree, entry: Entry): Entry {
  if (entry.kind !== 'directory') return entry
  const below = subtreeOf(tree, entry.path).filter(({ path }) => path !== entry.path)
  return { ...entry, content: totalsOf(below) }
}

/** The entry itself and everything below it, parents first. */
export function subtreeOf(tree: Tree, path: string): Entry[] {
  const prefix = childOf(path, '')
  return [...tree.values()].filter((entry) => entry.path === path || entry.path.startsWith(prefix))
}

export function totalsOf(entries: Entry[]) {
  const files = entries.filter((entry) => entry.kind === 'file')
  const length_bytes = files.reduce((sum, entry) => sum + entry.size_bytes, 0)
  const space = files.reduce((sum, entry) => sum + entry.size_bytes * entry.replication, 0)
  return {
    files: files.length,
    directories: entries.length - files.length,
    length_bytes,
    space_consumed_bytes: space,
  }
}
