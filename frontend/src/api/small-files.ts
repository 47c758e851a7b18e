import { queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client'
import type { SmallFileActivity, SmallFileClass, SmallFileRoom, SmallFiles } from './schema'

export type { SmallFileActivity, SmallFileClass, SmallFileRoom, SmallFiles }

/** The counts are a statement over all files: the platform keeps them for a while. */
const SMALL_FILES_REFETCH_MS = 10_000

export const SMALL_FILE_UNITS = ['files', 'bytes'] as const
export type SmallFileUnit = (typeof SMALL_FILE_UNITS)[number]

/** How many files have their bytes in the database, by length, and what the namenodes did. */
export function smallFilesQuery() {
  return queryOptions({
    queryKey: ['small-files'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/smallfiles', { signal })),
    refetchInterval: SMALL_FILES_REFETCH_MS,
  })
}
