import { queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client'
import type { Pipeline, PipelineCommand, Stage } from './schema'

export type { Pipeline, PipelineCommand, Stage }

const REFETCH_INTERVAL_MS = 2_000

export const pipelineKeys = { all: ['pipeline'] as const }

export function pipelineQuery() {
  return queryOptions({
    queryKey: pipelineKeys.all,
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/pipeline', { signal })),
    refetchInterval: REFETCH_INTERVAL_MS,
  })
}

export function commandPipeline(command: PipelineCommand): Promise<Pipeline> {
  return answerOf(api.POST('/api/v1/pipeline', { body: { command } }))
}
