import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api, done } from './client'
import type { Session, User } from './schema'

export type { Session }

export const SESSION_PAGE_ROWS = 20

/** Whose sessions: one's own, or for administrators those of a user. */
export type SessionsOf = User | 'own'

export const sessionKeys = { all: ['sessions'] as const }

export function sessionsQuery(of: SessionsOf, cursor: string | undefined = undefined) {
  const query = { cursor, limit: SESSION_PAGE_ROWS }
  return queryOptions({
    queryKey: [...sessionKeys.all, of === 'own' ? of : of.id, { cursor }],
    queryFn: ({ signal }) =>
      answerOf(
        of === 'own'
          ? api.GET('/api/v1/auth/sessions', { params: { query }, signal })
          : api.GET('/api/v1/users/{user_id}/sessions', {
              params: { path: { user_id: of.id }, query },
              signal,
            }),
      ),
    placeholderData: keepPreviousData,
  })
}

export function endSession(of: SessionsOf, session: Session): Promise<void> {
  return done(
    of === 'own'
      ? api.DELETE('/api/v1/auth/sessions/{session_id}', {
          params: { path: { session_id: session.id } },
        })
      : api.DELETE('/api/v1/users/{user_id}/sessions/{session_id}', {
          params: { path: { user_id: of.id, session_id: session.id } },
        }),
  )
}

/** Ends all of a user's sessions; of one's own all but this one. How many they were. */
export async function endSessions(of: SessionsOf): Promise<number> {
  const { ended } = await answerOf(
    of === 'own'
      ? api.DELETE('/api/v1/auth/sessions')
      : api.DELETE('/api/v1/users/{user_id}/sessions', { params: { path: { user_id: of.id } } }),
  )
  return ended
}
