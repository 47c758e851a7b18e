import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Me, mayEverywhere } from '~/api/auth'
import { migrationQuery } from '~/api/migration'

const STALE_MS = 5 * 60_000
const REMEMBERED_KEY = 'warren.migrated'

/**
 * Whether something came from an HDFS, as far as this user may know. Remembered, so that the
 * navigation has its entries from the start.
 */
export function useMigrated(me: Me): boolean {
  const may = mayEverywhere(me, 'manage_namenodes')
  const { data } = useQuery({
    ...migrationQuery(),
    enabled: may,
    staleTime: STALE_MS,
    retry: false,
  })
  const migrated = data ? data.stage !== 'not_migrated' : remembered()
  useEffect(() => {
    if (data) remember(data.stage !== 'not_migrated')
  }, [data])
  return may && migrated
}

function remembered(): boolean {
  try {
    return window.localStorage.getItem(REMEMBERED_KEY) === 'yes'
  } catch {
    return false
  }
}

function remember(migrated: boolean) {
  try {
    if (migrated) window.localStorage.setItem(REMEMBERED_KEY, 'yes')
    else window.localStorage.removeItem(REMEMBERED_KEY)
  } catch {
    // Where nothing may be kept, the entry comes a moment later.
  }
}
