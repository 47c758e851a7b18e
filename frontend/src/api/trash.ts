import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client'
import type { operations, TrashEntry, TrashPage } from './schema'

export type { TrashEntry, TrashPage }

type Query = NonNullable<operations['trash']['parameters']['query']>
export type TrashSort = NonNullable<Query['sort']>
export type TrashAsked = Pick<Query, 'user' | 'prefix' | 'sort' | 'direction' | 'cursor'> & {
  age?: TrashAge
}

export const TRASH_SORTS = ['time', 'size', 'path'] as const satisfies readonly TrashSort[]
/** How long ago something was deleted. */
export const TRASH_AGES = ['day', 'week', 'over-week', 'over-month'] as const
export type TrashAge = (typeof TRASH_AGES)[number]
/** What is done to something in a trash. */
export const TRASH_JOBS = ['restore', 'delete'] as const
export const TRASH_PAGE_ROWS = 50

const DAY_H = 24
const AGES_H = {
  day: { age_max_h: DAY_H },
  week: { age_max_h: 7 * DAY_H },
  'over-week': { age_min_h: 7 * DAY_H },
  'over-month': { age_min_h: 30 * DAY_H },
} as const satisfies Record<TrashAge, Pick<Query, 'age_min_h' | 'age_max_h'>>

const REFETCH_MS = 15_000

/** A page of what was deleted and lies in a trash still. */
export function trashQuery({ age, ...asked }: TrashAsked) {
  const query = { ...asked, ...(age && AGES_H[age]), limit: TRASH_PAGE_ROWS }
  return queryOptions({
    queryKey: ['trash', query],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/trash', { params: { query }, signal })),
    refetchInterval: REFETCH_MS,
    placeholderData: keepPreviousData,
  })
}
