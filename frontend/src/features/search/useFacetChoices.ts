import { useQueries } from '@tanstack/react-query'
import { type FacetDimension, facetsQuery, type SearchFilter } from '~/api/search'
import { without } from './terms'

/**
 * What else could be chosen of the facets of which something is chosen: each is counted over the
 * matches of the search without its own condition. Until that is known a facet is not in the map.
 */
export function useFacetChoices(
  filter: SearchFilter,
  chosen: FacetDimension['dimension'][],
): Map<string, FacetDimension> {
  return useQueries({
    queries: chosen.map((dimension) =>
      facetsQuery({ ...filter, q: without(filter.q ?? '', dimension) || undefined }),
    ),
    combine: (answers) =>
      new Map(
        chosen.flatMap((dimension, at) => {
          const facet = answers[at]?.data?.dimensions.find((each) => each.dimension === dimension)
          return facet ? [[dimension, facet]] : []
        }),
      ),
  })
}
