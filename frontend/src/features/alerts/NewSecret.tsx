import { Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type AlertChannel, renewSecret } from '~/api/alerts'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { SecretOnce } from '~/ui/SecretOnce'
import { ErrorState } from '~/ui/States'

type NewSecretProps = { channel: AlertChannel | undefined; onClose: () => void }

export function NewSecret({ channel, onClose }: NewSecretProps) {
  return (
    <Modal
      opened={channel !== undefined}
      onClose={onClose}
      // A click beside the dialog must not lose a secret that is shown only once.
      closeOnClickOutside={false}
      title={<Text fw={620}>{t('New secret')}</Text>}
    >
      {channel && <NewSecretBody key={channel.id} channel={channel} onClose={onClose} />}
    </Modal>
  )
}

function NewSecretBody({ channel, onClose }: { channel: AlertChannel; onClose: () => void }) {
  const renew = useMutation({ mutationFn: () => renewSecret(channel.id) })
  if (renew.data) return <SecretShown secret={renew.data.secret} onClose={onClose} />
  return (
    <Stack gap="md">
      <Text size="sm">
        <Trans
          message="Messages to <b>{name}</b> are signed with the new secret at once. A receiver that still compares with the old one refuses them until it is told."
          values={{ name: channel.name }}
          parts={{ b: (text) => <b>{text}</b> }}
        />
      </Text>
      {renew.isError && <ErrorState error={renew.error} />}
      <Group justify="flex-end" gap="xs">
        <ActionButton variant="default" data-autofocus onClick={onClose}>
          {t('Keep the old one')}
        </ActionButton>
        <ActionButton loading={renew.isPending} onClick={() => renew.mutate()}>
          {t('Make a new secret')}
        </ActionButton>
      </Group>
    </Stack>
  )
}

/** The secret of a webhook, and what its receiver does with it. */
export function SecretShown({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Stack gap="md">
      <SecretOnce secret={secret} />
      <Text size="sm">
        {t(
          'The receiver checks with it that a message is from here: any library for Standard Webhooks does so.',
        )}
      </Text>
      <Group justify="flex-end">
        <ActionButton onClick={onClose}>{t('I have copied it')}</ActionButton>
      </Group>
    </Stack>
  )
}
