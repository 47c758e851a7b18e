import { Badge, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type Me, mayEverywhere } from '~/api/auth'
import { explainError } from '~/api/problem'
import { armRule, type Rule, ruleKeys, runRule } from '~/api/rules'
import { Trans } from '~/i18n/Trans'
import { perLanguage, t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { Age } from '~/ui/Age'
import { Table } from '~/ui/Table'
import { TextLink } from '~/ui/TextLink'
import { rowLinkProps } from '~/ui/useRowKeys'
import { actionOf, ownRefusal, scheduleOf } from './wording'

const route = getRouteApi('/console/rules')

export const ruleColumns = perLanguage(() => [
  { label: t('Rule'), width: '26%' },
  { label: t('Does') },
  { label: t('When (UTC)') },
  { label: t('Runs') },
  { label: t('Owner') },
  { label: t('Actions'), align: 'right' as const, hidden: true },
])

export function RuleRow({ rule, me }: { rule: Rule; me: Me }) {
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <TextLink to="/rules" search={{ rule: rule.id }} fw={550} {...rowLinkProps}>
          {rule.name}
        </TextLink>
        <Text size="xs" c="dimmed" ff="monospace">
          {rule.q}
        </Text>
      </Table.Td>
      <Table.Td>{actionOf(rule)}</Table.Td>
      <Table.Td>
        {scheduleOf(rule)}
        {rule.next_due_at && (
          <Text size="xs" c="dimmed">
            <Trans message="next {age}" values={{ age: <Age time={rule.next_due_at} /> }} />
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {rule.armed ? (
          <Badge color="moss" w="max-content">
            {t('Armed')}
          </Badge>
        ) : (
          <Badge color={rule.disarmed_why ? 'orange' : 'gray'} w="max-content">
            {rule.disarmed_why ? t('Stopped') : t('Dry only')}
          </Badge>
        )}
      </Table.Td>
      <Table.Td>{rule.owner}</Table.Td>
      <Table.Td ta="right">
        <RuleActions rule={rule} me={me} />
      </Table.Td>
    </Table.Tr>
  )
}

function RuleActions({ rule, me }: { rule: Rule; me: Me }) {
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ruleKeys.all })
  const run = useMutation({
    mutationFn: () => runRule(rule.id),
    onSuccess: () => navigate({ search: { rule: rule.id } }),
    onSettled,
  })
  const disarm = useMutation({ mutationFn: () => armRule(rule.id, false), onSettled })
  const refusal = ownRefusal(rule, me.username)
  const orAdmin = mayEverywhere(me, 'manage_guard') ? undefined : refusal
  const open = (what: 'edit' | 'delete' | 'arm') =>
    navigate({ search: { rule: rule.id, open: what } })
  const failed = run.error ?? disarm.error
  const shared = { size: 'compact-sm', variant: 'default' } as const
  return (
    <Stack gap={4} align="flex-end">
      <Group gap={4} justify="flex-end">
        <ActionButton
          {...shared}
          loading={run.isPending}
          disabledReason={refusal}
          aria-label={t('Run now: {name}', { name: rule.name })}
          onClick={() => run.mutate()}
        >
          {t('Run now')}
        </ActionButton>
        {rule.armed ? (
          <ActionButton
            {...shared}
            loading={disarm.isPending}
            disabledReason={orAdmin}
            aria-label={t('Disarm: {name}', { name: rule.name })}
            onClick={() => disarm.mutate()}
          >
            {t('Disarm')}
          </ActionButton>
        ) : (
          <ActionButton
            {...shared}
            disabledReason={refusal}
            aria-label={t('Arm: {name}', { name: rule.name })}
            onClick={() => open('arm')}
          >
            {t('Arm…')}
          </ActionButton>
        )}
        <ActionButton
          {...shared}
          disabledReason={refusal}
          aria-label={t('Change: {name}', { name: rule.name })}
          onClick={() => open('edit')}
        >
          {t('Change')}
        </ActionButton>
        <ActionButton
          {...shared}
          disabledReason={orAdmin}
          aria-label={t('Delete: {name}', { name: rule.name })}
          onClick={() => open('delete')}
        >
          {t('Delete')}
        </ActionButton>
      </Group>
      {failed && (
        <Text size="xs" c="red" role="alert">
          {explainError(failed).title}
        </Text>
      )}
    </Stack>
  )
}
