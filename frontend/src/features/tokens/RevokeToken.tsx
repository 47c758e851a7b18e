import { Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ListedToken, revokeToken, tokenKeys } from '~/api/tokens'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { notifyDone } from '~/ui/notify'
import { ErrorState } from '~/ui/States'

type RevokeTokenProps = { token: ListedToken | undefined; onClose: () => void }

export function RevokeToken({ token, onClose }: RevokeTokenProps) {
  return (
    <Modal
      opened={token !== undefined}
      onClose={onClose}
      title={<Text fw={620}>{t('Revoke this token?')}</Text>}
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
      notifyDone(t('Token revoked'), t('{name} is refused from now on.', { name: token.name }))
      onClose()
      void queryClient.invalidateQueries({ queryKey: tokenKeys.all })
    },
  })
  return (
    <Stack gap="md">
      <Text size="sm">
        <Trans
          message="Requests with the token <b>{name}</b>{of} are refused from now on. This can’t be undone: whoever uses it needs a new one."
          values={{
            name: token.name,
            of:
              token.username !== undefined ? t(' of {username}', { username: token.username }) : '',
          }}
          parts={{ b: (text) => <b>{text}</b> }}
        />
      </Text>
      {revoke.isError && <ErrorState error={revoke.error} />}
      <Group justify="flex-end" gap="xs">
        <ActionButton variant="default" data-autofocus onClick={onClose}>
          {t('Keep it')}
        </ActionButton>
        <ActionButton color="red" loading={revoke.isPending} onClick={() => revoke.mutate()}>
          {t('Revoke token')}
        </ActionButton>
      </Group>
    </Stack>
  )
}
