import { Badge, Group } from '@mantine/core'
import { IconPlus, IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { deleteGuardRule, type GuardRule, guardRulesQuery } from '~/api/guard'
import { markedBy } from '~/features/jobs/wording'
import { Trans } from '~/i18n/Trans'
import { perLanguage, t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { Age } from '~/ui/Age'
import { Section } from '~/ui/Section'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { DeleteGuarded } from './DeleteGuarded'
import { RuleEditor } from './RuleEditor'

const route = getRouteApi('/console/guard')

const columns = perLanguage(() => [
  { label: t('Rule'), width: '24%' },
  { label: t('Marks'), width: '36%' },
  { label: t('Approved by') },
  { label: t('Changed') },
  { label: t('Actions'), align: 'right' as const, hidden: true },
])

/** The rules that have jobs wait for a second person. */
export function RulesPanel({ isAdmin }: { isAdmin: boolean }) {
  const { open, id } = route.useSearch()
  const navigate = route.useNavigate()
  const rules = useQuery(guardRulesQuery())
  const items = rules.data?.items
  const opened = items?.find((rule) => rule.id === id)
  const close = () => navigate({ search: {}, replace: true })
  return (
    <Section
      title={t('A second person’s approval')}
      aside={
        <ActionButton
          size="xs"
          leftSection={<IconPlus size={14} />}
          disabledReason={isAdmin ? undefined : t('Administrators make rules')}
          onClick={() => navigate({ search: { open: 'create-rule' } })}
        >
          {t('New rule')}
        </ActionButton>
      }
    >
      <TablePanel
        caption={t('Rules that have jobs wait for an approval')}
        columns={columns()}
        instead={
          rules.isError && !items ? (
            <ErrorState error={rules.error} onRetry={() => rules.refetch()} />
          ) : items?.length === 0 ? (
            <EmptyState
              icon={<IconShieldCheck size={24} />}
              title={t('No job needs a second person')}
            >
              {t(
                'A rule marks jobs by kind, path and size. What it marks begins once somebody else approves it, however it is started.',
              )}
            </EmptyState>
          ) : undefined
        }
      >
        {items ? (
          items.map((rule) => <RuleRow key={rule.id} rule={rule} isAdmin={isAdmin} />)
        ) : (
          <SkeletonRows rows={2} columns={columns().length} />
        )}
      </TablePanel>
      {isAdmin && (
        <>
          <RuleEditor
            shown={
              open === 'create-rule'
                ? { at: 'create' }
                : open === 'edit-rule' && opened
                  ? { at: 'edit', rule: opened }
                  : undefined
            }
            onClose={close}
          />
          <DeleteGuarded
            what={t('rule')}
            item={open === 'delete-rule' ? opened : undefined}
            remove={deleteGuardRule}
            onClose={close}
          >
            {t(
              'Jobs that wait already go on waiting. For your own jobs the rule holds on for a while.',
            )}
          </DeleteGuarded>
        </>
      )}
    </Section>
  )
}

function RuleRow({ rule, isAdmin }: { rule: GuardRule; isAdmin: boolean }) {
  const navigate = route.useNavigate()
  const { id, name } = rule
  return (
    <Table.Tr>
      <Table.Td fw={550} style={{ overflowWrap: 'anywhere' }}>
        {name} {!rule.enabled && <Badge color="gray">{t('Off')}</Badge>}
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{markedBy(rule)}</Table.Td>
      <Table.Td>
        {rule.approver === 'admin' ? t('administrators') : t('who may approve jobs')}
      </Table.Td>
      <Table.Td>
        <Trans
          message="{age} by {changed_by}"
          values={{ age: <Age time={rule.changed_at} />, changed_by: rule.changed_by }}
        />
      </Table.Td>
      <Table.Td ta="right">
        {isAdmin && (
          <Group gap={4} justify="flex-end" wrap="nowrap">
            <ActionButton
              size="compact-sm"
              variant="default"
              aria-label={t('Change: {name}', { name })}
              onClick={() => navigate({ search: { open: 'edit-rule', id } })}
            >
              {t('Change')}
            </ActionButton>
            <ActionButton
              size="compact-sm"
              variant="default"
              aria-label={t('Delete: {name}', { name })}
              onClick={() => navigate({ search: { open: 'delete-rule', id } })}
            >
              {t('Delete')}
            </ActionButton>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
