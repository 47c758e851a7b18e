import { Group, Stack, Text } from '@mantine/core'
import { IconPuzzle } from '@tabler/icons-react'
import type { EntryDetails } from '~/api/namespace'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatCount } from '~/format/count'
import { perLanguage, t } from '~/i18n/t'
import { Section } from '~/ui/Section'
import { EmptyState } from '~/ui/States'
import { StatusDot, type Tone } from '~/ui/StatusDot'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { rowLinkProps, useRowKeys } from '~/ui/useRowKeys'

type Blocks = NonNullable<EntryDetails['blocks']>
type Replica = Blocks['items'][number]['replicas'][number]

const columns = perLanguage(() => [
  { label: t('Block') },
  { label: t('Offset'), align: 'right' as const },
  { label: t('Length'), align: 'right' as const },
  { label: t('Replicas and racks'), width: '52%' },
])

const stateLabels = perLanguage(
  (): Record<string, [tone: Tone, words: string]> => ({
    finalized: ['good', ''],
    corrupt: ['bad', t('corrupt')],
    being_written: ['busy', t('being written')],
  }),
)

type FileBlocksProps = {
  /** Null: the user may not read the file. */
  blocks: Blocks | null
  inDatabase: boolean
}

/** The blocks of a file, in order, with where each is stored. */
export function FileBlocks({ blocks, inDatabase }: FileBlocksProps) {
  const onKeyDown = useRowKeys({})
  return (
    <Section title={t('Blocks')}>
      <TablePanel
        caption={t('Blocks of the file, in order')}
        columns={columns()}
        onKeyDown={onKeyDown}
        instead={
          blocks === null ? (
            <EmptyState icon={<IconPuzzle size={24} />} title={t('You may not read this file')}>
              {t('HDFS tells where blocks are to those who may read them.')}
            </EmptyState>
          ) : blocks.items.length === 0 ? (
            <EmptyState
              icon={<IconPuzzle size={24} />}
              title={
                inDatabase
                  ? t('The bytes of this file are in the database')
                  : t('An empty file has no blocks')
              }
            />
          ) : undefined
        }
        footer={
          blocks?.more && (
            <Text size="xs" c="dimmed" p="sm">
              {t('The first {items} blocks; others follow.', {
                items: formatCount(blocks.items.length),
              })}
            </Text>
          )
        }
      >
        {blocks?.items.map((block) => (
          <Table.Tr key={block.block_id}>
            <Table.Td>
              <TextLink
                to="/blocks"
                search={{ block: block.block_id }}
                ff="monospace"
                fz="xs"
                {...rowLinkProps}
              >
                {block.block_id}
              </TextLink>
            </Table.Td>
            <Table.Td ta="right" title={formatBytesExactly(block.offset_bytes)}>
              {formatBytes(block.offset_bytes)}
            </Table.Td>
            <Table.Td ta="right" title={formatBytesExactly(block.length_bytes)}>
              {formatBytes(block.length_bytes)}
            </Table.Td>
            <Table.Td>
              <Replicas replicas={block.replicas} />
            </Table.Td>
          </Table.Tr>
        ))}
      </TablePanel>
    </Section>
  )
}

function Replicas({ replicas }: { replicas: Replica[] }) {
  if (replicas.length === 0) return <StatusDot tone="bad">{t('none is known')}</StatusDot>
  return (
    <Stack gap={2}>
      {replicas.map((replica) => {
        const [tone, words] = stateLabels()[replica.state] ?? ['off', replica.state]
        return (
          <Group key={`${replica.unit} ${replica.storage_uuid}`} gap={8}>
            <StatusDot tone={tone}>
              {replica.hostname ? (
                <TextLink to="/datanodes" search={{ datanode: replica.datanode_uuid }}>
                  {replica.hostname}
                </TextLink>
              ) : (
                t('a datanode that has not registered')
              )}
            </StatusDot>
            <Text size="xs" c="dimmed" component="span">
              {[
                replica.unit !== null && t('unit {unit}', { unit: replica.unit }),
                replica.datanode_address,
                replica.rack,
                replica.storage_type,
                words,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </Group>
        )
      })}
    </Stack>
  )
}
