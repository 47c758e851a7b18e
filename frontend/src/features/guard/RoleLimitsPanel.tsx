import { Group, NumberInput, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  guardKeys,
  type RoleLimit,
  readRoleLimit,
  roleLimitsQuery,
  setRoleLimit,
} from '~/api/guard'
import { perLanguage, t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { useEdited } from '~/ui/edited'
import { notifyDone } from '~/ui/notify'
import { SaveRefusal } from '~/ui/SaveRefusal'
import { Section } from '~/ui/Section'
import { ErrorState } from '~/ui/States'

const namesInWords = perLanguage(
  (): Record<RoleLimit['role'], string> => ({
    viewer: t('Viewers'),
    operator: t('All others'),
    admin: t('Administrators'),
  }),
)

/** What was typed into the fields; nothing where it is as it was. */
type Typed = { inodes?: number | string; jobs?: number | string }

/** What administrators, and all others, may do at most. */
export function RoleLimitsPanel({ isAdmin }: { isAdmin: boolean }) {
  const limits = useQuery(roleLimitsQuery())
  return (
    <Section title={t('Limits')}>
      {limits.isError && !limits.data && (
        <ErrorState error={limits.error} onRetry={() => limits.refetch()} />
      )}
      {limits.isPending && <Skeleton height={160} />}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {limits.data?.items.map((limit) => (
          <LimitCard key={limit.role} limit={limit} isAdmin={isAdmin} />
        ))}
      </SimpleGrid>
    </Section>
  )
}

function LimitCard({ limit, isAdmin }: { limit: RoleLimit; isAdmin: boolean }) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState<Typed>({})
  const edited = useEdited({ opened: limit, read: readRoleLimit, queryKey: guardKeys.all })
  // Until something is typed it is as the list has it now.
  const isTyped = typed.inodes !== undefined || typed.jobs !== undefined
  const seen = (isTyped && edited.base) || limit
  const { inodes = seen.inodes_max ?? '', jobs = seen.jobs_max ?? '' } = typed
  const type = (more: Typed) => {
    if (!isTyped) edited.begin(limit)
    setTyped({ ...typed, ...more })
  }
  const name = namesInWords()[limit.role]
  const save = useMutation({
    mutationFn: () =>
      setRoleLimit(seen, { inodes_max: numberOf(inodes), jobs_max: numberOf(jobs) }),
    onSuccess: () => {
      notifyDone(t('Limits set'), name)
      setTyped({})
      void queryClient.invalidateQueries({ queryKey: guardKeys.all })
    },
  })
  const same = numberOf(inodes) === seen.inodes_max && numberOf(jobs) === seen.jobs_max
  const refusal = isAdmin ? undefined : t('Administrators set limits')
  return (
    <Paper p="md" component="form" onSubmit={(event) => event.preventDefault()} aria-label={name}>
      <Stack gap="sm">
        <Title order={3}>{name}</Title>
        <Group gap="sm" grow align="flex-start">
          <NumberInput
            label={t('Entries of one job')}
            placeholder={t('any number')}
            min={0}
            allowDecimal={false}
            thousandSeparator=","
            readOnly={!isAdmin}
            value={inodes}
            onChange={(value) => type({ inodes: value })}
          />
          <NumberInput
            label={t('Jobs at once, of one user')}
            placeholder={t('any number')}
            min={1}
            max={100_000}
            allowDecimal={false}
            readOnly={!isAdmin}
            value={jobs}
            onChange={(value) => type({ jobs: value })}
          />
        </Group>
        <Text size="xs" c="dimmed">
          {t('Where entries are limited, each job begins as a dry run that counts them.')}
        </Text>
        <SaveRefusal error={save.error} reset={save.reset} edited={edited} />
        <Group justify="flex-end">
          <ActionButton
            size="xs"
            variant="default"
            type="submit"
            aria-label={t('Set limits: {name}', { name })}
            loading={save.isPending}
            disabledReason={refusal ?? (same ? t('Nothing was changed') : undefined)}
            onClick={() => save.mutate()}
          >
            {t('Set limits')}
          </ActionButton>
        </Group>
      </Stack>
    </Paper>
  )
}

function numberOf(value: number | string): number | null {
  return value === '' ? null : Number(value)
}
