import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client'
import type { FacetDimension, paths, SearchFacets, SearchHit } from './schema'

export type { FacetDimension, SearchFacets, SearchHit }

type SearchParameters = NonNullable<paths['/api/v1/search']['get']['parameters']['query']>

export type SearchFilter = Omit<SearchParameters, 'limit' | 'min_commit'>

export const SEARCH_PAGE_ROWS = 50

export const SEARCH_KINDS = [
  'file',
  'directory',
  'symlink',
] as const satisfies readonly NonNullable<SearchParameters['kind']>[]

export const SEARCH_SORTS = [
  'relevance',
  'name',
  '-size',
  'size',
  '-mtime',
  'mtime',
] as const satisfies readonly NonNullable<SearchParameters['sort']>[]

export function searchQuery(filter: SearchFilter, limit = SEARCH_PAGE_ROWS) {
  return queryOptions({
    queryKey: ['search', filter, limit],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/search', { params: { query: { ...filter, limit } }, signal })),
    placeholderData: keepPreviousData,
  })
}

/** Exact counts over all hits; the order and the page do not matter to them. */
export function facetsQuery(filter: SearchFilter) {
  const { sort: _sort, cursor: _cursor, ...conditions } = filter
  return queryOptions({
    queryKey: ['search', 'facets', conditions],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/search/facets', { params: { query: conditions }, signal })),
    placeholderData: keepPreviousData,
    // Over too many hits they take longer than they may; the search itself goes on without them.
    retry: false,
  })
}
