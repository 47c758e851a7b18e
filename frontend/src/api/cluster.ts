import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client'
import { refetchMs } from './live'
import type {
  Cluster,
  ClusterEvent,
  ClusterEventKind,
  Datanode,
  Feed,
  Namenode,
  NamenodeService,
  NamenodeServiceChange,
  NamenodeServiceWriteRequest,
  Overview,
  SubtreeOperation,
} from './schema'

export type {
  Cluster,
  ClusterEvent,
  ClusterEventKind,
  Datanode,
  Feed,
  Namenode,
  NamenodeService,
  NamenodeServiceChange,
  Overview,
  SubtreeOperation,
}

export const clusterKeys = { all: ['cluster'] as const }
const LIVE_REFETCH_MS = 3_000
/** Of every page. */
const READ_ONLY_REFETCH_MS = 30_000
/** A failover takes seconds: who watches it must see it as it happens. */
const FAILOVER_REFETCH_MS = 1_000
const HEARTBEATS_REFETCH_MS = 5_000

export const CLUSTER_EVENT_PAGE_ROWS = 25
export const SUBTREE_OPERATIONS_SHOWN_MAX = 100

export const CLUSTER_EVENT_KINDS = [
  'leader_changed',
  'namenode_evicted',
  'namenode_left',
  'namenode_joined',
  'subtree_lock_broken',
] as const satisfies readonly ClusterEventKind[]

export function overviewQuery() {
  return queryOptions({
    queryKey: ['overview'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/overview', { signal })),
    refetchInterval: LIVE_REFETCH_MS,
  })
}

export function clusterQuery(refetch: () => number = () => LIVE_REFETCH_MS) {
  return queryOptions({
    queryKey: clusterKeys.all,
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/cluster', { signal })),
    refetchInterval: refetch,
  })
}

export function membershipQuery() {
  // Ages of heartbeats are told by nobody.
  return clusterQuery(() => refetchMs('cluster', FAILOVER_REFETCH_MS, HEARTBEATS_REFETCH_MS))
}

/** The newest change of a namenode's service that was asked for. */
export function namenodeChangesQuery(name: string) {
  return queryOptions({
    queryKey: [...clusterKeys.all, 'service', name],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/namenodes/{name}/service', {
          params: { path: { name }, query: { limit: 1 } },
          signal,
        }),
      ),
    refetchInterval: LIVE_REFETCH_MS,
  })
}

export function changeNamenodeService(name: string, body: NamenodeServiceWriteRequest) {
  return answerOf(
    api.POST('/api/v1/namenodes/{name}/service', { params: { path: { name } }, body }),
  )
}

/** Whether somebody made all files read-only. */
export function readOnlyQuery() {
  return queryOptions({
    ...clusterQuery(() => refetchMs('cluster', READ_ONLY_REFETCH_MS)),
    select: (cluster) => cluster.read_only,
  })
}

export type ClusterEventFilter = { kind?: ClusterEventKind; cursor?: string }

export function clusterEventsQuery(filter: ClusterEventFilter) {
  return queryOptions({
    queryKey: ['cluster-events', filter],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/cluster/events', {
          params: { query: { ...filter, limit: CLUSTER_EVENT_PAGE_ROWS } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: FAILOVER_REFETCH_MS,
  })
}

export function subtreeOperationsQuery() {
  return queryOptions({
    queryKey: ['subtree-operations'],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/cluster/subtree-operations', {
          params: { query: { limit: SUBTREE_OPERATIONS_SHOWN_MAX } },
          signal,
        }),
      ),
    refetchInterval: FAILOVER_REFETCH_MS,
  })
}
