import { Group, Modal, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LIMIT_KINDS, type LimitChange, type LimitKind, limitKeys, setLimit } from '~/api/limits'
import { explainError } from '~/api/problem'
import { perLanguage, t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { notifyDone } from '~/ui/notify'
import { ErrorState } from '~/ui/States'
import { WhatIfNotice } from './WhatIfNotice'
import { kindNames } from './wording'

const HOUR_MS = 60 * 60 * 1_000
const CALLS_MAX = 1_000_000
const CALLS_FIRST = 10
const SETTLED_MS = 400
const forever = perLanguage(() => t('lifted'))
const spans = perLanguage(() => [
  { value: '1', label: t('1 hour') },
  { value: '8', label: t('8 hours') },
  { value: '24', label: t('1 day') },
  { value: '168', label: t('7 days') },
  { value: forever(), label: t('Until it is lifted') },
])

type LimitDialogProps = {
  /** Whom to limit; undefined while the dialog is closed. The name may be empty. */
  whom: { kind: LimitKind; name: string } | undefined
  onClose: () => void
  onDone: (change: LimitChange) => void
}

export function LimitDialog({ whom, onClose, onDone }: LimitDialogProps) {
  return (
    <Modal
      opened={whom !== undefined}
      onClose={onClose}
      size="lg"
      title={<Text fw={620}>{t('Limit calls')}</Text>}
    >
      {whom && (
        <LimitBody
          key={`${whom.kind} ${whom.name}`}
          whom={whom}
          onClose={onClose}
          onDone={onDone}
        />
      )}
    </Modal>
  )
}

type Values = {
  kind: LimitKind
  name: string
  calls: number | string
  reason: string
  hours: string
}

function isRate(calls: number | string): calls is number {
  return Number.isInteger(calls) && Number(calls) >= 1 && Number(calls) <= CALLS_MAX
}

function LimitBody({
  whom,
  onClose,
  onDone,
}: LimitDialogProps & { whom: { kind: LimitKind; name: string } }) {
  const queryClient = useQueryClient()
  const form = useForm<Values>({
    initialValues: { ...whom, calls: CALLS_FIRST, reason: '', hours: '1' },
    validate: {
      name: (name) => (name.trim() === '' ? t('Say whom to limit') : null),
      calls: (calls) => (isRate(calls) ? null : t('A whole number from 1 to 1,000,000')),
      reason: (reason) => (reason.trim() === '' ? t('Say why: those who meet it are told') : null),
    },
  })
  const [asked] = useDebouncedValue(form.values, SETTLED_MS)
  const limit = useMutation({
    mutationFn: ({ kind, name, calls, reason, hours }: Values) =>
      setLimit({
        kind,
        name,
        calls_per_second: Number(calls),
        reason: reason.trim(),
        expires_at:
          hours === forever() ? null : new Date(Date.now() + Number(hours) * HOUR_MS).toISOString(),
      }),
    onSuccess: (change) => {
      notifyDone(t('Limit asked for'), `${kindNames()[change.kind]} ${change.name}`)
      void queryClient.invalidateQueries({ queryKey: limitKeys.all })
      onDone(change)
    },
  })
  const refused = limit.isError ? explainError(limit.error).fields : {}
  return (
    <form noValidate onSubmit={form.onSubmit((values) => limit.mutate(values))}>
      <Stack gap="md">
        <Text size="sm">
          {t(
            'Calls beyond the limit are refused before they begin, with your reason. Clients of a name service repeat them after a pause.',
          )}
        </Text>
        {limit.isError && Object.keys(refused).length === 0 && <ErrorState error={limit.error} />}
        <Group grow align="flex-start">
          <Select
            label={t('Kind')}
            data={LIMIT_KINDS.map((kind) => ({ value: kind, label: kindNames()[kind] }))}
            allowDeselect={false}
            {...form.getInputProps('kind')}
          />
          <TextInput
            label={t('Name')}
            maxLength={255}
            {...form.getInputProps('name')}
            error={form.errors.name ?? refused.name}
          />
        </Group>
        <Group grow align="flex-start">
          <NumberInput
            label={t('Calls a second, at each namenode')}
            min={1}
            max={CALLS_MAX}
            allowDecimal={false}
            data-autofocus
            {...form.getInputProps('calls')}
            error={form.errors.calls ?? refused.calls_per_second}
          />
          <Select
            label={t('For how long')}
            data={spans()}
            allowDeselect={false}
            {...form.getInputProps('hours')}
            error={refused.expires_at}
          />
        </Group>
        <TextInput
          label={t('Why')}
          placeholder={t('lists /data without end')}
          maxLength={200}
          {...form.getInputProps('reason')}
          error={form.errors.reason ?? refused.reason}
        />
        {asked.name !== '' && isRate(asked.calls) && (
          <WhatIfNotice kind={asked.kind} name={asked.name} callsPerSecond={asked.calls} />
        )}
        <Group justify="flex-end" gap="xs">
          <ActionButton variant="default" onClick={onClose}>
            {t('Cancel')}
          </ActionButton>
          <ActionButton type="submit" loading={limit.isPending}>
            {t('Set limit')}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}
