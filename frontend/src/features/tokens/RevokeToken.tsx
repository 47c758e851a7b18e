import { Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ListedToken, revokeToken, tokenKeys } from '~/api/tokens'
import { ActionButton } from '~/ui/ActionButton'
import { notifyDone } from '~/ui/notify'
import { ErrorState } from '~/ui/States'

type RevokeTokenProps = { token: ListedToken | undefined; onClose: () => void }

export function RevokeToken({ token, onClose }: RevokeTokenProps) {
  return (
    <Modal
      opened={token !== undefined}
      onClose={onClose}
      title={<Text fw={620}>Revoke this token?</Text>}
    >
      {token && <RevokeTokenBody key={token.id} token={token} onClose={onClose} />}
    </Modal>
  )
}

function RevokeTokenBody({ token, onClose }: { token: ListedToken; onClose: () => void }) {
  const queryClient = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => revokeToken(token),
    onSuccess: () => {
      notifyDone('Token revoked', `${token.name} is refused from now on.`)
      onClose()
      void queryClient.invalidateQueries({ queryKey: tokenKeys.all })
    },
  })
  return (
    <Stack gap="md">
      <Text size="sm">
        Requests with the token <b>{token.name}</b>
        {token.username !== undefined && ` of ${token.username}`} are refused from now on. This
        can’t be undone: whoever uses it needs a new one.
      </Text>
      {revoke.isError && <ErrorState error={revoke.error} />}
      <Group justify="flex-end" gap="xs">
        <ActionButton variant="default" data-autofocus onClick={onClose}>
          Keep it
        </ActionButton>
        <ActionButton color="red" loading={revoke.isPending} onClick={() => revoke.mutate()}>
          Revoke token
        </ActionButton>
      </Group>
    </Stack>
  )
}
