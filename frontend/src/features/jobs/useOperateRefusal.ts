import { useSuspenseQuery } from '@tanstack/react-query'
import { meQuery, operateRefusal } from '~/api/auth'

/** Why the logged-in user can't start changes; undefined when they can. */
export function useOperateRefusal(): string | undefined {
  return operateRefusal(useSuspenseQuery(meQuery()).data)
}
