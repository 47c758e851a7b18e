import { useRef, useState } from 'react'
import { type FsckFound, type FsckPart, fsckPart } from '~/api/blocks'

export type FsckSums = Omit<FsckPart, 'found' | 'found_more' | 'next_cursor'>

/** A check of a path: what was met so far, and of the troubled blocks the first ones. */
export type FsckProgress = {
  path: string
  sums: FsckSums
  found: FsckFound[]
  foundMore: boolean
}

export type FsckState =
  | { phase: 'idle' }
  | ({ phase: 'running' | 'done' | 'stopped' } & FsckProgress)
  | { phase: 'failed'; error: Error }

/** As many are listed; more are counted. */
export const FOUND_SHOWN_MAX = 500

/** Checks a path part by part, as the API has it, until the end or until somebody stops it. */
export function useFsck(): {
  state: FsckState
  start: (path: string) => void
  stop: () => void
} {
  const [state, setState] = useState<FsckState>({ phase: 'idle' })
  const running = useRef<AbortController>(undefined)
  const stop = () => {
    running.current?.abort()
    setState((now) => (now.phase === 'running' ? { ...now, phase: 'stopped' } : now))
  }
  const start = (path: string) => {
    running.current?.abort()
    const mine = new AbortController()
    running.current = mine
    const tell = (next: FsckState) => {
      if (!mine.signal.aborted) setState(next)
    }
    tell({ phase: 'running', ...nothing(path) })
    check(path, mine.signal, (progress) => tell({ phase: 'running', ...progress }))
      .then((progress) => tell({ phase: 'done', ...progress }))
      .catch((error: unknown) =>
        tell({ phase: 'failed', error: error instanceof Error ? error : new Error(String(error)) }),
      )
  }
  return { state, start, stop }
}

async function check(
  path: string,
  signal: AbortSignal,
  tell: (progress: FsckProgress) => void,
): Promise<FsckProgress> {
  let progress = nothing(path)
  let cursor: string | undefined
  do {
    const part = await fsckPart({ path, cursor }, signal)
    progress = added(progress, part)
    tell(progress)
    cursor = part.next_cursor ?? undefined
  } while (cursor !== undefined)
  return progress
}

const NO_SUMS: FsckSums = {
  files: 0,
  directories: 0,
  symlinks: 0,
  open_files: 0,
  length_bytes: 0,
  blocks: 0,
  well_replicated: 0,
  under_replicated: 0,
  over_replicated: 0,
  missing: 0,
  corrupt: 0,
  corrupt_files: 0,
  missing_replicas: 0,
}

function nothing(path: string): FsckProgress {
  return { path, sums: NO_SUMS, found: [], foundMore: false }
}

function added(progress: FsckProgress, part: FsckPart): FsckProgress {
  const sum = (name: keyof FsckSums) => progress.sums[name] + part[name]
  const found = [...progress.found, ...part.found]
  return {
    path: progress.path,
    sums: {
      files: sum('files'),
      directories: sum('directories'),
      symlinks: sum('symlinks'),
      open_files: sum('open_files'),
      length_bytes: sum('length_bytes'),
      blocks: sum('blocks'),
      well_replicated: sum('well_replicated'),
      under_replicated: sum('under_replicated'),
      over_replicated: sum('over_replicated'),
      missing: sum('missing'),
      corrupt: sum('corrupt'),
      corrupt_files: sum('corrupt_files'),
      missing_replicas: sum('missing_replicas'),
    },
    found: found.slice(0, FOUND_SHOWN_MAX),
    foundMore: progress.foundMore || part.found_more || found.length > FOUND_SHOWN_MAX,
  }
}
