import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  directoryUsageQuery,
  type UsageAnswer,
  type UsageMeasure,
  type UsageSpan,
} from '~/api/usage'
import { measured } from './wording'

/** Of so many directories it is drawn what is in them, and so much of each. */
const LARGEST = 8

/** What is in the largest directories of one, by their ids, as far as it is known yet. */
export function useInside(
  answer: UsageAnswer,
  measure: UsageMeasure,
  since: UsageSpan | undefined,
  { wanted }: { wanted: boolean },
): Map<number, UsageAnswer> {
  const directories = useMemo(
    () =>
      wanted
        ? answer.items
            .filter((used) => used.kind === 'directory' && measured(used, measure) > 0)
            .slice(0, LARGEST)
        : [],
    [answer, measure, wanted],
  )
  const found = useQueries({
    queries: directories.map(({ path }) =>
      directoryUsageQuery({ path, sort: measure, limit: LARGEST, since }),
    ),
    combine: dataOf,
  })
  return useMemo(
    () =>
      new Map(
        directories.flatMap(({ inode_id }, at) => {
          const data = found[at]
          return data ? [[inode_id, data]] : []
        }),
      ),
    [directories, found],
  )
}

function dataOf(answers: UseQueryResult<UsageAnswer>[]): (UsageAnswer | undefined)[] {
  return answers.map(({ data }) => data)
}
