import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api, done } from './client'
import type { Token, TokenCreated, TokenCreateRequest, TokenScope } from './schema'

export type { Token, TokenCreated, TokenScope }

export const TOKEN_PAGE_ROWS = 50

export const tokenKeys = { all: ['tokens'] as const }

export function tokensQuery(cursor: string | undefined) {
  return queryOptions({
    queryKey: [...tokenKeys.all, { cursor }],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/tokens', {
          params: { query: { cursor, limit: TOKEN_PAGE_ROWS } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })
}

export function createToken(body: TokenCreateRequest): Promise<TokenCreated> {
  return answerOf(api.POST('/api/v1/tokens', { body }))
}

export function revokeToken(token_id: number) {
  return done(api.DELETE('/api/v1/tokens/{token_id}', { params: { path: { token_id } } }))
}
