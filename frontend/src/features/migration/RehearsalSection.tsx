import { Button, SimpleGrid, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { FINDINGS_FILE_URL, type Migration } from '~/api/migration'
import { formatCount } from '~/format/count'
import { formatDuration } from '~/format/time'
import { perLanguage, t } from '~/i18n/t'
import { DownloadLink } from '~/ui/DownloadLink'
import { PathText } from '~/ui/PathText'
import { Section } from '~/ui/Section'
import { Stat } from '~/ui/Stat'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { findingText, verdictName } from './wording'

type Rehearsal = NonNullable<Migration['rehearsed']>
type Findings = Rehearsal['findings'][number]

const route = getRouteApi('/console/migration')

const columns = perLanguage(() => [
  { label: t('Finding'), width: '24%' },
  { label: t('Count'), align: 'right' as const, width: '12%' },
  { label: t('What becomes of it') },
  { label: t('Examples'), width: 160 },
])

/** What the datanodes hold, compared with what Warren wants. */
export function RehearsalSection({ rehearsed }: { rehearsed: Rehearsal }) {
  const { finding } = route.useSearch()
  const navigate = route.useNavigate()
  const { blocks, blocks_being_written, replicas, replicas_good, replicas_newer } = rehearsed
  const open = (what: string) =>
    navigate({
      search: { finding: what === finding ? undefined : what },
      resetScroll: false,
      replace: true,
    })
  return (
    <Section title={t('Rehearsal')}>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        <Stat
          label={t('Verdict')}
          value={verdictName(rehearsed.verdict)}
          tone={rehearsed.verdict === 'blocks_missing' ? 'bad' : undefined}
          hint={t('in {duration}', { duration: formatDuration(rehearsed.duration_ms) })}
        />
        <Stat
          label={t('Blocks')}
          value={formatCount(blocks)}
          hint={
            blocks_being_written > 0 &&
            t('{count} being written', { count: formatCount(blocks_being_written) })
          }
        />
        <Stat
          label={t('Good copies')}
          value={formatCount(replicas_good)}
          hint={t('of {total}', { total: formatCount(replicas) })}
        />
        <Stat
          label={t('Newer than the copy')}
          value={formatCount(replicas_newer)}
          hint={replicas_newer > 0 && t('Let it follow, and rehearse again')}
        />
      </SimpleGrid>
      <TablePanel
        caption={t('What the rehearsal found')}
        columns={columns()}
        footer={
          rehearsed.has_list && (
            <DownloadLink href={FINDINGS_FILE_URL} filename="rehearsal-findings.csv">
              {t('All findings as CSV')}
            </DownloadLink>
          )
        }
      >
        {rehearsed.findings.map((each) => (
          <FindingRows
            key={each.what}
            findings={each}
            opened={each.what === finding}
            onOpen={() => open(each.what)}
          />
        ))}
      </TablePanel>
    </Section>
  )
}

type FindingRowsProps = { findings: Findings; opened: boolean; onOpen: () => void }

function FindingRows({ findings, opened, onOpen }: FindingRowsProps) {
  const { what, count, examples } = findings
  const { name, meaning } = findingText(what, findings.meaning)
  return (
    <>
      <Table.Tr>
        <Table.Td>{name}</Table.Td>
        <Table.Td ta="right">{formatCount(count)}</Table.Td>
        <Table.Td>
          <Text size="sm" c="dimmed">
            {meaning}
          </Text>
        </Table.Td>
        <Table.Td>
          {examples.length > 0 ? (
            <Button variant="subtle" size="compact-xs" aria-expanded={opened} onClick={onOpen}>
              {opened
                ? t('Hide')
                : t('Show {count, plural, one {# example} other {# examples}}', {
                    count: examples.length,
                  })}
            </Button>
          ) : (
            '–'
          )}
        </Table.Td>
      </Table.Tr>
      {opened &&
        examples.map((example) => (
          <Table.Tr key={`${example.block_id} ${example.lies_in}`}>
            <Table.Td colSpan={4}>
              <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
                {t('Block {block_id}', { block_id: String(example.block_id) })}
                {example.path !== null && (
                  <>
                    {': '}
                    <PathText path={example.path} wrap />
                  </>
                )}
                <Text span inherit c="dimmed">
                  {' '}
                  {detailsOf(example)}
                </Text>
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
    </>
  )
}

/** What of a copy is not as it should be. */
function detailsOf(example: Findings['examples'][number]): string {
  const { lies_in, length_bytes, expected_length_bytes, stamp, expected_stamp, wanted, found } =
    example
  const parts = []
  if (wanted !== null && found !== null) {
    parts.push(t('{found} of {wanted} copies', { found, wanted }))
  }
  if (
    length_bytes !== null &&
    expected_length_bytes !== null &&
    length_bytes !== expected_length_bytes
  ) {
    parts.push(
      t('{length} in the place of {expected} bytes', {
        length: formatCount(length_bytes),
        expected: formatCount(expected_length_bytes),
      }),
    )
  }
  if (stamp !== null && expected_stamp !== null && stamp !== expected_stamp) {
    parts.push(
      t('stamp {stamp} in the place of {expected}', {
        stamp: String(stamp),
        expected: String(expected_stamp),
      }),
    )
  }
  if (lies_in !== null) parts.push(t('in {place}', { place: lies_in }))
  return parts.join(' · ')
}
