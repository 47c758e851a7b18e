import { ActionIcon, Badge, Checkbox, Group, Stack, Text, Tooltip } from '@mantine/core'
import { IconLayoutSidebarRight } from '@tabler/icons-react'
import type { SearchFilter, SearchHit } from '~/api/search'
import { parentOf } from '~/format/path'
import { t } from '~/i18n/t'
import { CopyButton } from '~/ui/CopyButton'
import { KindIcon } from '~/ui/KindIcon'
import { PathText } from '~/ui/PathText'
import pathClasses from '~/ui/PathText.module.css'
import { Table } from '~/ui/Table'
import { TextLink } from '~/ui/TextLink'
import { TICKED_MAX } from '~/ui/ticked'
import { rowLinkProps } from '~/ui/useRowKeys'
import { allColumns, type ColumnName } from './columns'
import { Highlighted } from './highlight'

type Sort = SearchFilter['sort']

/** The table's head for the columns that are shown; some of them sort. */
export function hitColumns(shown: readonly ColumnName[], sort: Sort, onSort: (sort: Sort) => void) {
  return [
    { label: t('Name and path'), width: '52%', ...sorting('name', sort, onSort) },
    ...shown.map((name) => ({
      label: allColumns()[name].label,
      align: allColumns()[name].align,
      ...(name === 'size' || name === 'mtime' ? sorting(name, sort, onSort) : {}),
    })),
    { label: t('Preview and copy'), hidden: true },
  ]
}

/** Sizes and times begin with the most; a third choice goes back to the best match. */
const ORDERS = {
  name: ['name'],
  size: ['-size', 'size'],
  mtime: ['-mtime', 'mtime'],
} as const satisfies Record<string, readonly Sort[]>

function sorting(column: keyof typeof ORDERS, sort: Sort, onSort: (sort: Sort) => void) {
  const orders: readonly Sort[] = ORDERS[column]
  const at = orders.indexOf(sort)
  return {
    sorted: at < 0 ? undefined : sort?.startsWith('-') ? 'descending' : 'ascending',
    onSort: () => onSort(orders[at + 1]),
  } as const
}

type HitRowProps = {
  hit: SearchHit
  columns: readonly ColumnName[]
  previewed: boolean
  ticked: boolean
  /** Whether another one may be ticked. */
  mayTick: boolean
  onPreview: () => void
  onTick: () => void
}

export function HitRow({ hit, columns, previewed, onPreview, ...tick }: HitRowProps) {
  return (
    <Table.Tr data-selected={previewed || undefined}>
      <Table.Td maw={0}>
        <HitName hit={hit} {...tick} />
      </Table.Td>
      {columns.map((name) => {
        const { align, mono, text, title } = allColumns()[name]
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
          <Tooltip label={t('Preview')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={t('Preview {name}', { name: hit.name })}
              aria-pressed={previewed}
              onClick={onPreview}
            >
              <IconLayoutSidebarRight size={14} />
            </ActionIcon>
          </Tooltip>
          <CopyButton value={hit.path} what={t('path')} />
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}

type HitNameProps = Pick<HitRowProps, 'hit' | 'ticked' | 'mayTick' | 'onTick'>

function HitName({ hit, ticked, mayTick, onTick }: HitNameProps) {
  return (
    <Group gap={8} wrap="nowrap" align="flex-start">
      <Checkbox
        size="xs"
        mt={2}
        aria-label={t('Tick {name}', { name: hit.name })}
        checked={ticked}
        disabled={!ticked && !mayTick}
        title={
          ticked || mayTick
            ? undefined
            : t('No more than {TICKED_MAX} can be ticked', { TICKED_MAX })
        }
        onChange={onTick}
      />
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
            <Badge size="xs" variant="default" title={t('Only a typo explains this match')}>
              {t('similar')}
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
