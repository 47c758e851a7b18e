import { useMutation, useQueryClient } from '@tanstack/react-query'
import { meQuery } from '~/api/auth'
import { sessionKeys } from '~/api/sessions'
import { tokenKeys } from '~/api/tokens'
import { changeUser, type User, type UserChange, userKeys } from '~/api/users'

/** Changes a user; `onDone` gets the user as it is then. */
export function useChangeUser(user: User, onDone: (user: User) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: UserChange) => changeUser(user, change),
    onSuccess: (changed) => {
      onDone(changed)
      // Sessions and tokens may have ended with it, also one's own.
      for (const queryKey of [userKeys.all, sessionKeys.all, tokenKeys.all, meQuery().queryKey]) {
        void queryClient.invalidateQueries({ queryKey })
      }
    },
  })
}
