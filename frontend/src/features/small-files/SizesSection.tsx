import { Paper, SegmentedControl, Text } from '@mantine/core'
import { IconTableOff } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import {
  SMALL_FILE_UNITS,
  type SmallFileClass,
  type SmallFiles,
  type SmallFileUnit,
} from '~/api/small-files'
import { formatBytes } from '~/format/bytes'
import { formatCount } from '~/format/count'
import { Trans } from '~/i18n/Trans'
import { perLanguage, t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { Section } from '~/ui/Section'
import { StackedChart } from '~/ui/StackedChart'
import { EmptyState, SkeletonRows } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { rowLinkProps, useRowKeys } from '~/ui/useRowKeys'
import { classText, drawingOf } from './wording'

const route = getRouteApi('/console/small-files')

const NONE: SmallFileClass[] = []

const unitNames = perLanguage(
  (): Record<SmallFileUnit, string> => ({ files: t('Files'), bytes: t('Bytes') }),
)

const columns = (unit: SmallFileUnit) => [
  { label: t('Length') },
  { label: unitNames()[unit], align: 'right' as const },
  { label: t('In the database'), align: 'right' as const },
  { label: t('To take in'), align: 'right' as const },
  { label: t('Under any policy'), align: 'right' as const },
]

/** All files by their length; null for the counts: the SQL replica can't tell. */
export function SizesSection({ counts }: { counts: SmallFiles['counts'] | undefined }) {
  const { unit = 'files' } = route.useSearch()
  const navigate = route.useNavigate()
  const onKeyDown = useRowKeys({})
  const classes = counts?.classes ?? NONE
  const drawing = useMemo(() => drawingOf(classes, unit), [classes, unit])
  const format = unit === 'files' ? formatCount : formatBytes
  return (
    <Section
      title={t('By length')}
      aside={
        <SegmentedControl
          aria-label={t('Count')}
          size="xs"
          data={SMALL_FILE_UNITS.map((each) => ({ value: each, label: unitNames()[each] }))}
          value={unit}
          onChange={(chosen) =>
            navigate({
              search: (old) => ({
                ...old,
                unit: SMALL_FILE_UNITS.find((each) => each === chosen),
              }),
              resetScroll: false,
            })
          }
        />
      }
    >
      {counts && (
        <Paper p="sm">
          <StackedChart
            title={t('{unit} of at most 64 KiB by length, and where their bytes are', {
              unit: unitNames()[unit],
            })}
            {...drawing}
            format={format}
            binary={unit === 'bytes'}
          />
        </Paper>
      )}
      <TablePanel
        caption={t('{unit} by length', { unit: unitNames()[unit] })}
        columns={columns(unit)}
        onKeyDown={onKeyDown}
        instead={
          counts === null ? (
            <EmptyState
              icon={<IconTableOff size={24} />}
              title={t("The files can't be counted now")}
            >
              {t('The SQL replica counts them; Pipeline says how it is.')}
            </EmptyState>
          ) : undefined
        }
        footer={
          counts && (
            <Text size="xs" c="dimmed" p="sm" component="div">
              <Trans
                message="As of {age}. Empty files have no bytes to move."
                values={{ age: <Age time={counts.as_of} /> }}
              />
            </Text>
          )
        }
      >
        {counts ? (
          classes.map((each) => (
            <ClassRow key={each.size_min_bytes} sizes={each} unit={unit} format={format} />
          ))
        ) : (
          <SkeletonRows rows={9} columns={5} />
        )}
      </TablePanel>
    </Section>
  )
}

type ClassRowProps = {
  sizes: SmallFileClass
  unit: SmallFileUnit
  format: (value: number) => string
}

function ClassRow({ sizes, unit, format }: ClassRowProps) {
  const files = unit === 'files'
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink
          to="/search"
          search={{
            kind: 'file',
            size_min: String(sizes.size_min_bytes),
            size_max: sizes.size_max_bytes === null ? undefined : String(sizes.size_max_bytes),
          }}
          {...rowLinkProps}
        >
          {classText(sizes)}
        </TextLink>
      </Table.Td>
      <Table.Td ta="right">{format(files ? sizes.files : sizes.length_bytes)}</Table.Td>
      <Table.Td ta="right">
        {format(files ? sizes.files_in_database : sizes.bytes_in_database)}
      </Table.Td>
      <Table.Td ta="right">
        {format(files ? sizes.files_to_take_in : sizes.bytes_to_take_in)}
      </Table.Td>
      <Table.Td ta="right">{format(files ? sizes.files_that_fit : sizes.bytes_that_fit)}</Table.Td>
    </Table.Tr>
  )
}
