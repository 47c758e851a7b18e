import { Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type AlertChannel, alertKeys, deleteChannel } from '~/api/alerts'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { notifyDone } from '~/ui/notify'
import { ErrorState } from '~/ui/States'

type DeleteChannelProps = { channel: AlertChannel | undefined; onClose: () => void }

export function DeleteChannel({ channel, onClose }: DeleteChannelProps) {
  return (
    <Modal
      opened={channel !== undefined}
      onClose={onClose}
      title={<Text fw={620}>{t('Delete this channel?')}</Text>}
    >
      {channel && <DeleteChannelBody key={channel.id} channel={channel} onClose={onClose} />}
    </Modal>
  )
}

function DeleteChannelBody({ channel, onClose }: { channel: AlertChannel; onClose: () => void }) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteChannel(channel.id),
    onSuccess: () => {
      notifyDone(t('Channel deleted'), channel.name)
      onClose()
      void queryClient.invalidateQueries({ queryKey: alertKeys.all })
    },
  })
  return (
    <Stack gap="md">
      <Text size="sm">
        <Trans
          message="<b>{name}</b> is told nothing any more, and its deliveries are forgotten with it. To be quiet for a while, switch it off instead."
          values={{ name: channel.name }}
          parts={{ b: (text) => <b>{text}</b> }}
        />
      </Text>
      {remove.isError && <ErrorState error={remove.error} />}
      <Group justify="flex-end" gap="xs">
        <ActionButton variant="default" data-autofocus onClick={onClose}>
          {t('Keep it')}
        </ActionButton>
        <ActionButton color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t('Delete channel')}
        </ActionButton>
      </Group>
    </Stack>
  )
}
