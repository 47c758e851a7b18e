import { queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client'

/** The API's own description, in OpenAPI. It changes only with the platform's version. */
export function descriptionQuery() {
  return queryOptions({
    queryKey: ['description'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/schema', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
