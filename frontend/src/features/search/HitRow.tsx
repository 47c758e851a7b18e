import { ActionIcon, Badge, Group, Stack, Table, Text, Tooltip } from '@mantine/core'
import { IconLayoutSidebarRight } from '@tabler/icons-react'
import type { SearchHit } from '~/api/search'
import { parentOf } from '~/format/path'
import { KindIcon } from '~/ui/KindIcon'
import { CopyButton, PathText } from '~/ui/PathText'
import pathClasses from '~/ui/PathText.module.css'
import { TextLink } from '~/ui/TextLink'
import { rowLinkProps } from '~/ui/useRowKeys'
import { COLUMNS, type ColumnName } from './columns'
import { Highlighted } from './highlight'

/** The table's head for the columns that are shown. */
export function hitColumns(shown: readonly ColumnName[]) {
  return [
    { label: 'Name and path', width: '52%' },
    ...shown.map((name) => ({ label: COLUMNS[name].label, align: COLUMNS[name].align })),
    { label: 'Preview and copy', hidden: true },
  ]
}

type HitRowProps = {
  hit: SearchHit
  columns: readonly ColumnName[]
  previewed: boolean
  onPreview: () => void
}

export function HitRow({ hit, columns, previewed, onPreview }: HitRowProps) {
  return (
    <Table.Tr data-selected={previewed || undefined}>
      <Table.Td maw={0}>
        <HitName hit={hit} />
      </Table.Td>
      {columns.map((name) => {
        const { align, mono, text, title } = COLUMNS[name]
        return (
          <Table.Td
            key={name}
            ta={align}
            ff={mono ? 'monospace' : undefined}
            fz={mono ? 'xs' : undefined}
            style={{ whiteSpace: 'nowrap' }}
            title={title?.(hit)}
          >
            {text(hit)}
          </Table.Td>
        )
      })}
      <Table.Td w={72}>
        <Group gap={2} wrap="nowrap" justify="flex-end">
          <Tooltip label="Preview">
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={`Preview ${hit.name}`}
              aria-pressed={previewed}
              onClick={onPreview}
            >
              <IconLayoutSidebarRight size={14} />
            </ActionIcon>
          </Tooltip>
          <CopyButton value={hit.path} what="path" />
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}

function HitName({ hit }: { hit: SearchHit }) {
  return (
    <Group gap={8} wrap="nowrap" align="flex-start">
      <span style={{ marginTop: 1, display: 'flex' }}>
        <KindIcon kind={hit.kind} />
      </span>
      <Stack gap={0} miw={0}>
        <Group gap={6} wrap="nowrap">
          <TextLink
            to="/files"
            search={{ path: parentOf(hit.path), details: hit.path }}
            fw={550}
            style={{ minWidth: 0, display: 'flex' }}
            {...rowLinkProps}
          >
            <span className={pathClasses.path}>
              <Highlighted name={hit.name} ranges={hit.highlights} />
            </span>
          </TextLink>
          {hit.fuzzy && (
            <Badge size="xs" variant="default" title="Only a typo explains this match">
              similar
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed" component="div" truncate>
          <PathText path={hit.path} />
        </Text>
      </Stack>
    </Group>
  )
}
