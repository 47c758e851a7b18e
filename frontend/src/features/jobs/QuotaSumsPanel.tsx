import { Alert, Paper, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Job, JobQuotaAmount } from '~/api/jobs'
import { formatBytes } from '~/format/bytes'
import { formatCount, plural } from '~/format/count'
import { perLanguage, t } from '~/i18n/t'
import { PathText } from '~/ui/PathText'
import { Table } from '~/ui/Table'

type Sums = NonNullable<NonNullable<Job['result']>['quotas']>

const amountLabels = perLanguage(
  (): Record<JobQuotaAmount, string> => ({
    names: t('Entries'),
    space_bytes: t('Space'),
    ssd_bytes: t('Space on {type}', { type: 'SSD' }),
    disk_bytes: t('Space on {type}', { type: 'DISK' }),
    archive_bytes: t('Space on {type}', { type: 'ARCHIVE' }),
    provided_bytes: t('Space on {type}', { type: 'PROVIDED' }),
    nvdimm_bytes: t('Space on {type}', { type: 'NVDIMM' }),
  }),
)

/** What a plan adds up to for the quotas that it touches; nothing where it touches none. */
export function QuotaSumsPanel({ job }: { job: Job }) {
  const quotas = job.dry_run ? job.result?.quotas : undefined
  if (!quotas) return null
  const rows = quotas.directories.flatMap((directory) =>
    directory.amounts.map((amount) => ({ directory, amount })),
  )
  if (rows.length === 0 && !quotas.more) return null
  return (
    <Paper p="md">
      <Stack gap="sm">
        <Title order={2}>{t('Quotas')}</Title>
        <ExceededAlert quotas={quotas} />
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('Directory')}</Table.Th>
              <Table.Th>{t('Of')}</Table.Th>
              <Table.Th ta="right">{t('Quota')}</Table.Th>
              <Table.Th ta="right">{t('Used now')}</Table.Th>
              <Table.Th ta="right">{t('Used then')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ directory, amount }) => (
              <Table.Tr key={`${directory.inode_id} ${amount.amount}`}>
                <Table.Td>
                  <PathText path={directory.path} wrap />
                </Table.Td>
                <Table.Td>{amountLabels()[amount.amount]}</Table.Td>
                <Table.Td ta="right">{formatAmount(amount.amount, amount.limit)}</Table.Td>
                <Table.Td ta="right">{formatAmount(amount.amount, amount.used)}</Table.Td>
                <Table.Td ta="right">
                  <Text size="sm" span c={amount.exceeded ? 'red' : undefined}>
                    {amount.exceeded
                      ? t('{used}, too much', { used: formatAmount(amount.amount, amount.after) })
                      : formatAmount(amount.amount, amount.after)}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {quotas.directories.some((directory) => !directory.types_exact) && (
          <Text size="sm" c="dimmed">
            {t(
              'What is in directories that come under another storage policy is not counted by type.',
            )}
          </Text>
        )}
        {quotas.more && (
          <Text size="sm" c="dimmed">
            {t('There are further directories with a quota, which were not added up.')}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}

function ExceededAlert({ quotas: { exceeded } }: { quotas: Sums }) {
  if (exceeded === 0) return null
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconAlertTriangle />}
      title={t('All of it together exceeds the quotas of {directories}', {
        directories: plural(exceeded, 'directory'),
      })}
    >
      {t(
        'Raise them, or choose less. When it is run, the quotas of then are compared first, and it is refused where they do not allow it.',
      )}
    </Alert>
  )
}

function formatAmount(amount: JobQuotaAmount, value: number): string {
  return amount === 'names' ? formatCount(value) : formatBytes(value)
}
