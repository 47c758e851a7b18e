import { Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { Migration } from '~/api/migration'
import { formatBytes } from '~/format/bytes'
import { formatCount } from '~/format/count'
import { formatDateTime, formatDuration } from '~/format/time'
import { perLanguage, t } from '~/i18n/t'
import { Fact, Facts } from '~/ui/Facts'
import { Section } from '~/ui/Section'
import { EmptyState } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { countedName } from './wording'

const columns = perLanguage(() => [
  { label: t('What'), width: '34%' },
  { label: t('Count'), align: 'right' as const, width: '14%' },
  { label: t('Examples: inode and name') },
])

/** What was brought over, and what is left behind. */
export function ImportSection({ imported }: { imported: NonNullable<Migration['imported']> }) {
  const { image, image_verified, transaction, block_pool, duration_ms, taken, left_out } = imported
  return (
    <>
      <Section title={t('What was brought over')}>
        <Facts>
          <Fact name={t('Image')}>
            <span style={{ overflowWrap: 'anywhere' }}>{image}</span>
          </Fact>
          <Fact name={t('Imported')}>
            {t('{time} UTC, in {duration}', {
              time: formatDateTime(imported.at),
              duration: formatDuration(duration_ms),
            })}
          </Fact>
          <Fact name={t('Up to transaction')}>{formatCount(transaction)}</Fact>
          <Fact name={t('Checksum')}>
            {image_verified ? t('compared') : t('there was none to compare with')}
          </Fact>
          <Fact name={t('Block pool')}>
            {block_pool ?? t('none: datanodes would not know Warren')}
          </Fact>
          {taken.map(({ what, count }) => (
            <Fact key={what} name={countedName(what)}>
              {what === 'bytes' ? formatBytes(count) : formatCount(count)}
            </Fact>
          ))}
        </Facts>
      </Section>
      <Section title={t('What is left behind')}>
        <TablePanel
          caption={t('What the import did not take')}
          columns={columns()}
          instead={
            left_out.length > 0 ? undefined : (
              <EmptyState icon={<IconCircleCheck size={24} />} title={t('Nothing was left out')} />
            )
          }
        >
          {left_out.map(({ what, count, examples }) => (
            <Table.Tr key={what}>
              <Table.Td>{countedName(what)}</Table.Td>
              <Table.Td ta="right">{formatCount(count)}</Table.Td>
              <Table.Td>
                <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {examples.length === 0 ? '–' : examples.join(', ')}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </TablePanel>
      </Section>
    </>
  )
}
