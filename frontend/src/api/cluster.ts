import { queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client'
import type { Cluster, Datanode, Feed, Namenode, Overview } from './schema'

export type { Cluster, Datanode, Feed, Namenode, Overview }

const LIVE_REFETCH_MS = 3_000

export function overviewQuery() {
  return queryOptions({
    queryKey: ['overview'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/overview', { signal })),
    refetchInterval: LIVE_REFETCH_MS,
  })
}

export function clusterQuery() {
  return queryOptions({
    queryKey: ['cluster'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/cluster', { signal })),
    refetchInterval: LIVE_REFETCH_MS,
  })
}
