import type { HttpHandler } from 'msw'
import type { SmallFileClass } from '~/api/small-files'
import { http, notFound, problem } from './http'
import { timeIn, type World } from './world'

const TEXT = 'buy rabbits\n'
const EDGES = [0, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536, 1_048_576]

/** A third of the small files is in the database, a third waits; the room is nearly used. */
export function smallFileHandlers(world: World): HttpHandler[] {
  return [
    http.get('/api/v1/smallfiles', ({ response }) =>
      response(200).json({
        counts: { classes: EDGES.map(classAt), as_of: timeIn(world, 2_000) },
        activity: {
          written: 1_200,
          read: 48_000,
          fallbacks_full: 3,
          fallbacks_memory: 1,
          taken_in: 300,
          taken_in_bytes: 1_228_800,
          moved_out: 2,
          bytes_in_flight: 8_192,
        },
        room: { used_bytes: 12_582_912, size_bytes: 16_777_216 },
        as_of: timeIn(world),
      }),
    ),
    http.get('/api/v1/namespace/changes', ({ query, response }) => {
      const entry = world.tree.get(query.get('path'))
      if (!entry) return response.untyped(notFound('file'))
      const then = {
        name: 'access-0000.log.gz',
        name_before: null,
        moved: false,
        size_bytes: entry.size_bytes,
        owner: entry.owner,
        group: entry.group,
        mode: '0644',
        replication: 3,
        storage_policy: null,
      }
      const at = (minutes: number) => timeIn(world, minutes * 60_000)
      return response(200).json(
        query.get('cursor') === null
          ? {
              items: [
                {
                  ...then,
                  sequence: 9,
                  at: at(5),
                  operation: 'update',
                  owner: 'ann',
                  mode: '0600',
                },
                {
                  ...then,
                  sequence: 7,
                  at: at(9),
                  operation: 'rename',
                  name_before: 'access.part',
                },
              ],
              next_cursor: 'older',
              looked_since: at(60),
              as_of: timeIn(world),
            }
          : {
              items: [{ ...then, sequence: 2, at: at(70), operation: 'create', size_bytes: 0 }],
              next_cursor: null,
              looked_since: at(600),
              as_of: timeIn(world),
            },
      )
    }),
    http.get('/api/v1/namespace/checksum', ({ query, response }) => {
      const entry = world.tree.get(query.get('path'))
      if (!entry) return response.untyped(notFound('file'))
      if (entry.mode === '0000')
        return response.untyped(problem(403, 'access_denied', 'Permission denied'))
      return response(200).json({
        path: entry.path,
        length_bytes: entry.size_bytes,
        mtime: entry.mtime,
        algorithm: 'MD5-of-0MD5-of-512CRC32C',
        checksum: '00ff00ff',
      })
    }),
    http.get('/api/v1/namespace/preview', ({ query, response }) => {
      const entry = world.tree.get(query.get('path'))
      if (!entry) return response.untyped(notFound('file'))
      if (entry.mode === '0000')
        return response.untyped(problem(403, 'access_denied', 'Permission denied'))
      return response(200).json({
        path: entry.path,
        size_bytes: entry.size_bytes,
        in_database: entry.in_database,
        text: TEXT,
        hex: null,
        length_bytes: TEXT.length,
        as_of: timeIn(world),
      })
    }),
  ]
}

function classAt(low: number, at: number): SmallFileClass {
  const high = EDGES[at + 1] ?? null
  const fits = high !== null && high <= 65_536
  const files = 300 - 30 * at
  const third = fits ? files / 3 : 0
  const size = low === 0 ? 512 : low + 1
  return {
    size_min_bytes: low === 0 ? 0 : low + 1,
    size_max_bytes: high,
    files,
    length_bytes: files * size,
    files_in_database: third,
    bytes_in_database: third * size,
    files_to_take_in: third,
    bytes_to_take_in: third * size,
    files_that_fit: 2 * third,
    bytes_that_fit: 2 * third * size,
  }
}
