import { expect, it, vi } from 'vitest'
import { loginChangeKey } from '~/api/auth'
import { ApiError } from '~/api/problem'
import { createQueryClient } from './query-client'

const notLoggedIn = new ApiError({ at: 'unreadable', status: 401 })

it('leaves a page whose login is over, but not for what was asked by the login before', async () => {
  const onLoggedOut = vi.fn()
  const client = createQueryClient(onLoggedOut)
  const ask = () =>
    client
      .fetchQuery({ queryKey: ['jobs'], queryFn: () => Promise.reject(notLoggedIn), retry: false })
      .catch(() => 'refused')

  let end = () => {}
  const change = client.getMutationCache().build(client, {
    mutationKey: loginChangeKey,
    mutationFn: () => new Promise<void>((resolve) => (end = resolve)),
  })
  const changed = change.execute(undefined)
  await vi.waitFor(() => expect(client.isMutating()).toBe(1))
  expect(await ask()).toBe('refused')
  expect(onLoggedOut).not.toHaveBeenCalled()

  end()
  await changed
  expect(await ask()).toBe('refused')
  expect(onLoggedOut).toHaveBeenCalledOnce()
})
