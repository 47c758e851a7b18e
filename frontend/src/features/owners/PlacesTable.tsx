import { Progress, Text } from '@mantine/core'
import type { OwnedBy, OwnerDetails, OwnerPlace } from '~/api/owners'
import type { UsageMeasure } from '~/api/usage'
import { formatMeasured, measured, measureNames } from '~/features/usage/wording'
import { formatShare } from '~/format/count'
import { isWithin } from '~/format/path'
import { PathText } from '~/ui/PathText'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { rowLinkProps, useRowKeys } from '~/ui/useRowKeys'
import { searchOf } from './wording'

type PlacesTableProps = {
  details: OwnerDetails
  by: OwnedBy
  name: string
  measure: UsageMeasure
}

/** The directories in which most of it is; each leads to the search for just these files. */
export function PlacesTable({ details, by, name, measure }: PlacesTableProps) {
  const onKeyDown = useRowKeys({})
  const { places, elsewhere } = details
  if (places.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No files, or none that hold anything.
      </Text>
    )
  return (
    <TablePanel
      caption={`Where what ${name} owns is, by ${measureNames[measure].toLowerCase()}`}
      columns={[
        { label: 'Directory', width: '50%' },
        { label: 'Share', width: '20%' },
        { label: measureNames[measure], align: 'right' },
        { label: 'Usage', hidden: true },
      ]}
      onKeyDown={onKeyDown}
      compact
    >
      {places.map((place) => (
        <PlaceRow
          key={place.inode_id}
          place={place}
          hasOthersBelow={places.some((other) => isBelow(other, place))}
          measure={measure}
          search={{ ...searchOf(by, name), path: place.path ?? '/', kind: 'file' }}
        />
      ))}
      {measured(elsewhere, measure) > 0 && (
        <Table.Tr>
          <Table.Td>In many other places</Table.Td>
          <ShareCell place={elsewhere} name="other places" />
          <Table.Td ta="right">{formatMeasured(measured(elsewhere, measure), measure)}</Table.Td>
          <Table.Td />
        </Table.Tr>
      )}
    </TablePanel>
  )
}

function isBelow(other: OwnerPlace, { path }: OwnerPlace): boolean {
  return other.path !== path && isWithin(other.path ?? '/', path ?? '/')
}

type PlaceRowProps = {
  place: OwnerPlace
  /** Others that are told are in it, and not counted here. */
  hasOthersBelow: boolean
  measure: UsageMeasure
  search: ReturnType<typeof searchOf>
}

function PlaceRow({ place, hasOthersBelow, measure, search }: PlaceRowProps) {
  const path = place.path ?? '/'
  return (
    <Table.Tr>
      <Table.Td maw={0}>
        <TextLink
          to="/search"
          search={search}
          style={{ minWidth: 0, display: 'flex' }}
          {...rowLinkProps}
        >
          <PathText path={path} />
        </TextLink>
        {hasOthersBelow && (
          <Text size="xs" c="dimmed">
            besides those listed
          </Text>
        )}
      </Table.Td>
      <ShareCell place={place} name={path} />
      <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
        {formatMeasured(measured(place, measure), measure)}
      </Table.Td>
      <Table.Td ta="right">
        <TextLink to="/usage" search={{ path }} size="xs" aria-label={`Usage of ${path}`}>
          Usage
        </TextLink>
      </Table.Td>
    </Table.Tr>
  )
}

function ShareCell({ place, name }: { place: OwnerPlace; name: string }) {
  return (
    <Table.Td>
      <div>
        <Text size="xs">{formatShare(place.share, 1)}</Text>
        <Progress value={place.share * 100} size={4} mt={3} aria-label={`Share of ${name}`} />
      </div>
    </Table.Td>
  )
}
