import { useSuspenseQuery } from '@tanstack/react-query'
import { meQuery, operateRefusal, type Permission, refusalAt } from '~/api/auth'

/** Why the logged-in user can't start changes; undefined when they can. */
export function useOperateRefusal(): string | undefined {
  return operateRefusal(useSuspenseQuery(meQuery()).data)
}

/** Why the logged-in user can't do something at a path; undefined when they can. */
export function useRefusalAt(permission: Permission, path: string): string | undefined {
  return refusalAt(useSuspenseQuery(meQuery()).data, [permission], path)
}
