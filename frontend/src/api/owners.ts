import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client'
import type {
  Owner,
  OwnerDetails,
  OwnerPlace,
  OwnerPage as OwnersAnswer,
  operations,
} from './schema'
import type { UsageMeasure } from './usage'

export type { Owner, OwnerDetails, OwnerPlace, OwnersAnswer }

type Query = NonNullable<operations['usage_owners']['parameters']['query']>
export type OwnerSort = NonNullable<Query['sort']>
export type OwnedBy = NonNullable<Query['by']>

export const OWNED_BYS = ['owner', 'group'] as const satisfies readonly OwnedBy[]
export const OWNER_SORTS = [
  'space',
  'length',
  'files',
  'cold',
  'age',
  'name',
] as const satisfies readonly OwnerSort[]
export const OWNER_PAGE_ROWS = 50

/** All inodes are added up for it: asked for again by whoever looks again. */
const STALE_MS = 30_000

/** What each user, or group, owns. Not for viewers. */
export function ownersQuery(asked: Pick<Query, 'by' | 'sort' | 'direction' | 'cursor'>) {
  return queryOptions({
    queryKey: ['usage-owners', asked],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/usage/owners', {
          params: { query: { ...asked, limit: OWNER_PAGE_ROWS } },
          signal,
        }),
      ),
    staleTime: STALE_MS,
    retry: false,
    placeholderData: keepPreviousData,
  })
}

/** One of them: where most of it is, and how old. Not for viewers. */
export function ownerQuery(by: OwnedBy, name: string, measure: UsageMeasure) {
  return queryOptions({
    queryKey: ['usage-owner', by, name, measure],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/usage/owners/detail', {
          params: { query: { by, name, measure } },
          signal,
        }),
      ),
    staleTime: STALE_MS,
    retry: false,
  })
}
