import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api, done } from './client'
import type { Token, TokenCreated, TokenCreateRequest, TokenScope, UserToken } from './schema'

export type { Token, TokenCreated, TokenScope }

export const TOKEN_PAGE_ROWS = 50

export const tokenKeys = { all: ['tokens'] as const }

export const TOKENS_OF = ['everybody'] as const

/** Whose tokens: one's own, or for administrators everybody's. */
export type TokensOf = (typeof TOKENS_OF)[number] | undefined

/** A token with its owner where others' are listed, too. */
export type ListedToken = Token & Partial<Pick<UserToken, 'username'>>
type TokensPage = { items: ListedToken[]; next_cursor: string | null }

export function tokensQuery(cursor: string | undefined, of: TokensOf = undefined) {
  const params = { query: { cursor, limit: TOKEN_PAGE_ROWS } }
  return queryOptions({
    queryKey: [...tokenKeys.all, { of, cursor }],
    queryFn: ({ signal }): Promise<TokensPage> =>
      of === 'everybody'
        ? answerOf(api.GET('/api/v1/users/tokens', { params, signal }))
        : answerOf(api.GET('/api/v1/tokens', { params, signal })),
    placeholderData: keepPreviousData,
  })
}

export function createToken(body: TokenCreateRequest): Promise<TokenCreated> {
  return answerOf(api.POST('/api/v1/tokens', { body }))
}

/** Ends a token: one's own, or as an administrator that of the user it is listed with. */
export function revokeToken({ id, username }: ListedToken) {
  const params = { path: { token_id: id } }
  return done(
    username === undefined
      ? api.DELETE('/api/v1/tokens/{token_id}', { params })
      : api.DELETE('/api/v1/users/tokens/{token_id}', { params }),
  )
}
