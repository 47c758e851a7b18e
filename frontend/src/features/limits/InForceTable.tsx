import { IconHandStop } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { LimitInForce } from '~/api/limits'
import { formatCount } from '~/format/count'
import { formatDateTime } from '~/format/time'
import { perLanguage, t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { Section } from '~/ui/Section'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { formatRate, kindNames } from './wording'

const columns = perLanguage(() => [
  { label: t('Who') },
  { label: t('Kind') },
  { label: t('At each namenode'), align: 'right' as const },
  { label: t('Let in'), align: 'right' as const },
  { label: t('Refused'), align: 'right' as const },
  { label: t('Why'), width: '24%' },
  { label: t('Until') },
  { label: t('Actions'), align: 'right' as const, hidden: true },
])

type InForceTableProps = {
  limits: UseQueryResult<{ items: LimitInForce[] }>
  onLift: (limit: LimitInForce) => void
}

/** What the namenodes go by. */
export function InForceTable({ limits, onLift }: InForceTableProps) {
  const { data } = limits
  return (
    <Section title={t('In force')}>
      <TablePanel
        caption={t('Limits in force')}
        columns={columns()}
        instead={
          limits.isError && !data ? (
            <ErrorState error={limits.error} onRetry={() => limits.refetch()} />
          ) : data?.items.length === 0 ? (
            <EmptyState icon={<IconHandStop size={24} />} title={t('Nobody is limited')}>
              {t(
                'Heat tells who costs most; a user, an address or an application there can be limited.',
              )}
            </EmptyState>
          ) : undefined
        }
      >
        {data ? (
          data.items.map((limit) => (
            <Table.Tr key={`${limit.kind} ${limit.name}`}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <TextLink
                  to="/heat"
                  search={{ by: limit.kind, key: limit.name, window: '1m' }}
                  fw={550}
                >
                  {limit.name}
                </TextLink>
              </Table.Td>
              <Table.Td>{kindNames()[limit.kind]}</Table.Td>
              <Table.Td ta="right">{formatRate(limit.calls_per_second)}</Table.Td>
              <Table.Td ta="right">{formatCount(limit.admitted)}</Table.Td>
              <Table.Td ta="right" title={byNamenode(limit)}>
                {formatCount(limit.refused)}
              </Table.Td>
              <Table.Td>
                {limit.reason} ({limit.set_by})
              </Table.Td>
              <Table.Td>
                {limit.expires_at ? formatDateTime(limit.expires_at) : t('it is lifted')}
              </Table.Td>
              <Table.Td ta="right">
                <ActionButton variant="default" size="xs" onClick={() => onLift(limit)}>
                  {t('Lift')}
                </ActionButton>
              </Table.Td>
            </Table.Tr>
          ))
        ) : (
          <SkeletonRows rows={2} columns={columns().length} />
        )}
      </TablePanel>
    </Section>
  )
}

function byNamenode({ namenodes }: LimitInForce): string {
  return namenodes.map(({ namenode, refused }) => `${namenode}: ${formatCount(refused)}`).join(', ')
}
