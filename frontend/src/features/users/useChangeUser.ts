import { useMutation, useQueryClient } from '@tanstack/react-query'
import { meQuery } from '~/api/auth'
import { sessionKeys } from '~/api/sessions'
import { tokenKeys } from '~/api/tokens'
import { changeUser, readUser, type User, type UserChange, userKeys } from '~/api/users'
import { useEdited } from '~/ui/edited'

/** Changes a user who is as the dialog opened with; `onDone` gets the user as it is then. */
export function useChangeUser(
  user: User,
  onDone: (user: User) => void,
  onLoad?: (before: User, now: User) => void,
) {
  const queryClient = useQueryClient()
  const edited = useEdited({ opened: user, read: readUser, queryKey: userKeys.all, onLoad })
  const change = useMutation({
    mutationFn: (wanted: UserChange) => changeUser(edited.base ?? user, wanted),
    onSuccess: (changed) => {
      onDone(changed)
      // Sessions and tokens may have ended with it, also one's own.
      for (const queryKey of [userKeys.all, sessionKeys.all, tokenKeys.all, meQuery().queryKey]) {
        void queryClient.invalidateQueries({ queryKey })
      }
    },
  })
  return { ...change, edited }
}
