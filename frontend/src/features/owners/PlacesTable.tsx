import { Progress, Text } from '@mantine/core'
import type { OwnedBy, OwnerDetails, OwnerPlace } from '~/api/owners'
import type { UsageMeasure } from '~/api/usage'
import { FilesMenu } from '~/features/usage/GoOnMenu'
import { isBelow, isNotBelow, isOwnedBy, statementFor } from '~/features/usage/statements'
import { formatMeasured, measured, measureNames } from '~/features/usage/wording'
import { formatShare, percentOf } from '~/format/count'
import { isWithin, ROOT } from '~/format/path'
import { inSentence, t } from '~/i18n/t'
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

/** The directories in which most of it is; each leads to just these files. */
export function PlacesTable({ details, by, name, measure }: PlacesTableProps) {
  const onKeyDown = useRowKeys({})
  const { places, elsewhere } = details
  if (places.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('No files, or none that hold anything.')}
      </Text>
    )
  return (
    <TablePanel
      caption={t('Where what {name} owns is, by {measure}', {
        name,
        measure: inSentence(measureNames()[measure]),
      })}
      columns={[
        { label: t('Directory'), width: '50%' },
        { label: t('Share'), width: '20%' },
        { label: measureNames()[measure], align: 'right' },
        { label: t('Usage'), hidden: true },
        { label: t('Go on'), hidden: true },
      ]}
      onKeyDown={onKeyDown}
      compact
    >
      {places.map((place) => (
        <PlaceRow
          key={place.inode_id}
          place={place}
          others={places.filter((other) => isInside(other, place)).map(pathOf)}
          measure={measure}
          by={by}
          name={name}
        />
      ))}
      {measured(elsewhere, measure) > 0 && (
        <Table.Tr>
          <Table.Td>
            <TextLink
              to="/sql"
              search={{
                sql: statementFor(isOwnedBy(by, name), ...places.map(pathOf).map(isNotBelow)),
              }}
              {...rowLinkProps}
            >
              {t('In many other places')}
            </TextLink>
          </Table.Td>
          <ShareCell place={elsewhere} name={t('other places')} />
          <Table.Td ta="right">{formatMeasured(measured(elsewhere, measure), measure)}</Table.Td>
          <Table.Td />
          <Table.Td />
        </Table.Tr>
      )}
    </TablePanel>
  )
}

function pathOf({ path }: OwnerPlace): string {
  return path ?? ROOT
}

function isInside(other: OwnerPlace, place: OwnerPlace): boolean {
  return pathOf(other) !== pathOf(place) && isWithin(pathOf(other), pathOf(place))
}

type PlaceRowProps = {
  place: OwnerPlace
  /** Those of the others that are in it, and not counted here. */
  others: string[]
  measure: UsageMeasure
  by: OwnedBy
  name: string
}

/** A search leaves no path out: where others are in it, just these files are found by SQL. */
function PlaceRow({ place, others, measure, by, name }: PlaceRowProps) {
  const path = pathOf(place)
  const search = { ...searchOf(by, name), path, kind: 'file' as const }
  const statement = statementFor(isOwnedBy(by, name), isBelow(path), ...others.map(isNotBelow))
  const alone = others.length === 0
  return (
    <Table.Tr>
      <Table.Td maw={0}>
        <TextLink
          {...(alone ? { to: '/search', search } : { to: '/sql', search: { sql: statement } })}
          style={{ minWidth: 0, display: 'flex' }}
          {...rowLinkProps}
        >
          <PathText path={path} />
        </TextLink>
        {!alone && (
          <Text size="xs" c="dimmed">
            {t('besides those listed')}
          </Text>
        )}
      </Table.Td>
      <ShareCell place={place} name={path} />
      <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
        {formatMeasured(measured(place, measure), measure)}
      </Table.Td>
      <Table.Td ta="right">
        <TextLink
          to="/usage"
          search={{ path }}
          size="xs"
          aria-label={t('Usage of {path}', { path })}
        >
          {t('Usage')}
        </TextLink>
      </Table.Td>
      <Table.Td w={40} py={2}>
        <FilesMenu name={path} search={alone ? search : undefined} statement={statement} />
      </Table.Td>
    </Table.Tr>
  )
}

function ShareCell({ place, name }: { place: OwnerPlace; name: string }) {
  return (
    <Table.Td>
      <div>
        <Text size="xs">{formatShare(place.share, 1)}</Text>
        <Progress
          value={percentOf(place.share, 1)}
          size={4}
          mt={3}
          aria-label={t('Share of {name}', { name })}
        />
      </div>
    </Table.Td>
  )
}
