import { Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type HealthCheck, healthKeys, muteCheck } from '~/api/health'
import { explainError } from '~/api/problem'
import { Trans } from '~/i18n/Trans'
import { perLanguage, served, t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { notifyDone } from '~/ui/notify'
import { ErrorState } from '~/ui/States'

const HOUR_MS = 60 * 60 * 1_000
const spans = perLanguage(() => [
  { value: '1', label: t('1 hour') },
  { value: '8', label: t('8 hours') },
  { value: '24', label: t('1 day') },
  { value: '168', label: t('7 days') },
  { value: '720', label: t('30 days') },
])

type MuteDialogProps = { check: HealthCheck | undefined; onClose: () => void }

export function MuteDialog({ check, onClose }: MuteDialogProps) {
  return (
    <Modal
      opened={check !== undefined}
      onClose={onClose}
      title={<Text fw={620}>{t('Mute this check')}</Text>}
    >
      {check && <MuteBody key={check.key} check={check} onClose={onClose} />}
    </Modal>
  )
}

function MuteBody({ check, onClose }: { check: HealthCheck; onClose: () => void }) {
  const queryClient = useQueryClient()
  const form = useForm<{ reason: string; hours: string }>({
    initialValues: { reason: '', hours: '8' },
    validate: { reason: (reason) => (reason.trim() === '' ? t('Say why it may be muted') : null) },
  })
  const mute = useMutation({
    mutationFn: ({ reason, hours }: typeof form.values) =>
      muteCheck(check.key, {
        reason: reason.trim(),
        until: new Date(Date.now() + Number(hours) * HOUR_MS).toISOString(),
      }),
    onSuccess: () => {
      notifyDone(t('Check muted'), served(check.title))
      onClose()
      void queryClient.invalidateQueries({ queryKey: healthKeys.all })
    },
  })
  const refused = mute.isError ? explainError(mute.error).fields : {}
  return (
    <form noValidate onSubmit={form.onSubmit((values) => mute.mutate(values))}>
      <Stack gap="md">
        <Text size="sm">
          <Trans
            message="<b>{title}</b> is still looked at and shown. Until the end that you choose it does not count for the verdict."
            values={{ title: served(check.title) }}
            parts={{ b: (text) => <b>{text}</b> }}
          />
        </Text>
        {mute.isError && Object.keys(refused).length === 0 && <ErrorState error={mute.error} />}
        <TextInput
          label={t('Why')}
          placeholder={t('the disk is ordered')}
          maxLength={500}
          data-autofocus
          {...form.getInputProps('reason')}
          error={form.errors.reason ?? refused.reason}
        />
        <Select
          label={t('For how long')}
          data={spans()}
          allowDeselect={false}
          {...form.getInputProps('hours')}
          error={refused.until}
        />
        <Group justify="flex-end" gap="xs">
          <ActionButton variant="default" onClick={onClose}>
            {t('Cancel')}
          </ActionButton>
          <ActionButton type="submit" loading={mute.isPending}>
            {t('Mute check')}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}
