import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api, done } from './client'
import { FIELD_VALUES } from './language'
import type {
  FacetDimension,
  paths,
  SavedSearch,
  SavedSearchWriteRequest,
  SearchAnswer,
  SearchExport,
  SearchExportWriteRequest,
  SearchFacets,
  SearchHit,
} from './schema'

export type { FacetDimension, SavedSearch, SearchAnswer, SearchExport, SearchFacets, SearchHit }

type SearchParameters = NonNullable<paths['/api/v1/search']['get']['parameters']['query']>

export type SearchFilter = Omit<SearchParameters, 'limit' | 'min_commit'>

export const SEARCH_PAGE_ROWS = 50

export const SEARCH_KINDS = FIELD_VALUES.kind satisfies readonly NonNullable<
  SearchParameters['kind']
>[]

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

export const searchKeys = {
  saved: ['search', 'saved'] as const,
  exports: ['search', 'exports'] as const,
}

const EXPORTS_REFETCH_MS = 1_000
const EXPORTS_SHOWN = 20

export function savedSearchesQuery() {
  return queryOptions({
    queryKey: searchKeys.saved,
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/search/saved', { params: { query: { limit: 200 } }, signal })),
  })
}

export function saveSearch(body: SavedSearchWriteRequest): Promise<SavedSearch> {
  return answerOf(api.POST('/api/v1/search/saved', { body }))
}

export function deleteSavedSearch(saved_id: number): Promise<void> {
  return done(api.DELETE('/api/v1/search/saved/{saved_id}', { params: { path: { saved_id } } }))
}

export function isUnderWay({ state }: Pick<SearchExport, 'state'>): boolean {
  return state === 'queued' || state === 'running'
}

/** My exports, followed while one is under way. */
export function exportsQuery() {
  return queryOptions({
    queryKey: searchKeys.exports,
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/search/exports', { params: { query: { limit: EXPORTS_SHOWN } }, signal }),
      ),
    refetchInterval: (query) =>
      query.state.data?.items.some(isUnderWay) ? EXPORTS_REFETCH_MS : false,
  })
}

export function startExport(body: SearchExportWriteRequest): Promise<SearchExport> {
  return answerOf(api.POST('/api/v1/search/exports', { body }))
}

export function deleteExport(export_id: number): Promise<void> {
  return done(api.DELETE('/api/v1/search/exports/{export_id}', { params: { path: { export_id } } }))
}

export function exportFileUrl(export_id: number): string {
  return `/api/v1/search/exports/${export_id}/file`
}
