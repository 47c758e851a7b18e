import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { logout } from '~/api/auth'
import { notifyError } from '~/ui/notify'

/** Ends the session, and forgets what it has shown. */
export function useLogout() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: logout,
    onSuccess: async () => {
      await navigate({ to: '/login' })
      queryClient.clear()
    },
    onError: notifyError,
  })
}
