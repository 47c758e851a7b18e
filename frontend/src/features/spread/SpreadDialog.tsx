import { Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explainError } from '~/api/problem'
import { changeSpread, type Spread, type SpreadChange, spreadKeys, spreadQuery } from '~/api/spread'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { notifyDone } from '~/ui/notify'
import { ErrorState } from '~/ui/States'
import { SpreadNotice } from './SpreadNotice'
import { actionWords } from './wording'

const SETTLED_MS = 400
const NOTICE_PX = 180

type SpreadDialogProps = {
  /** Undefined while the dialog is closed. */
  path: string | undefined
  onClose: () => void
  onDone: (change: SpreadChange) => void
}

export function SpreadDialog({ path, onClose, onDone }: SpreadDialogProps) {
  return (
    <Modal
      opened={path !== undefined}
      onClose={onClose}
      size="lg"
      title={<Text fw={620}>{t('Spread children')}</Text>}
    >
      {path !== undefined && (
        <SpreadBody key={path} first={path} onClose={onClose} onDone={onDone} />
      )}
    </Modal>
  )
}

type SpreadBodyProps = { first: string } & Pick<SpreadDialogProps, 'onClose' | 'onDone'>

function SpreadBody({ first, onClose, onDone }: SpreadBodyProps) {
  const [path, setPath] = useState(first)
  const [settled] = useDebouncedValue(path.trim(), SETTLED_MS)
  const known = settled.startsWith('/')
  const spread = useQuery({ ...spreadQuery(settled), enabled: known })
  const asked = spread.data && settled === path.trim() ? spread.data : undefined
  return (
    <Stack gap="md">
      <Text size="sm">
        {t(
          'The children of a directory are rows of the store. Together in one shard, a listing reads one place; spread by their names, no shard has them all. The directory stays in use while they are moved.',
        )}
      </Text>
      <TextInput
        label={t('Directory')}
        value={path}
        maxLength={8_000}
        onChange={(event) => setPath(event.currentTarget.value)}
        error={known ? undefined : t('A path begins with /')}
      />
      {known &&
        (spread.isError ? (
          <ErrorState error={spread.error} onRetry={() => spread.refetch()} />
        ) : spread.data ? (
          <SpreadNotice spread={spread.data} />
        ) : (
          <Skeleton height={NOTICE_PX} aria-busy="true" />
        ))}
      <ChangeForm spread={asked} onClose={onClose} onDone={onDone} />
    </Stack>
  )
}

type ChangeFormProps = { spread: Spread | undefined } & Pick<
  SpreadDialogProps,
  'onClose' | 'onDone'
>

function ChangeForm({ spread, onClose, onDone }: ChangeFormProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() === '' ? t('Say why, for the record') : null) },
  })
  const change = useMutation({
    mutationFn: ({ path, other, reason }: Pick<Spread, 'path' | 'other'> & { reason: string }) =>
      changeSpread({ path, children: other, reason }),
    onSuccess: (done) => {
      notifyDone(t('Change asked for'), done.path)
      void queryClient.invalidateQueries({ queryKey: spreadKeys.all })
      onDone(done)
    },
  })
  const refused = change.isError ? explainError(change.error).fields : {}
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ reason }) => {
        if (spread) {
          change.mutate({ path: spread.path, other: spread.other, reason: reason.trim() })
        }
      })}
    >
      <Stack gap="md">
        {change.isError && Object.keys(refused).length === 0 && <ErrorState error={change.error} />}
        <TextInput
          label={t('Why')}
          placeholder={t('its shard is hot')}
          maxLength={200}
          {...form.getInputProps('reason')}
          error={form.errors.reason ?? refused.reason}
        />
        <Group justify="flex-end" gap="xs">
          <ActionButton variant="default" onClick={onClose}>
            {t('Cancel')}
          </ActionButton>
          <ActionButton
            type="submit"
            loading={change.isPending}
            disabledReason={spread ? undefined : t('It is not known yet where the children are')}
          >
            {spread ? actionWords()[spread.other] : t('Change')}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}
