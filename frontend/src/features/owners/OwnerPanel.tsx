import {
  CloseButton,
  Group,
  Paper,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type OwnedBy, type OwnerDetails, ownerQuery } from '~/api/owners'
import { USAGE_MEASURES, type UsageMeasure } from '~/api/usage'
import { FilesMenu } from '~/features/usage/GoOnMenu'
import { isOwnedBy, statementFor } from '~/features/usage/statements'
import { formatCost, measureNames } from '~/features/usage/wording'
import { formatBytes } from '~/format/bytes'
import { formatShare, plural } from '~/format/count'
import { t } from '~/i18n/t'
import { ErrorState } from '~/ui/States'
import { TextLink } from '~/ui/TextLink'
import { AgesTable } from './AgesTable'
import { PlacesTable } from './PlacesTable'
import { searchOf } from './wording'

const route = getRouteApi('/console/owners')

/** What one user or group owns: where most of it is, how old, and ways to its files. */
export function OwnerPanel({ by, name }: { by: OwnedBy; name: string }) {
  const { measure = 'space' } = route.useSearch()
  const navigate = route.useNavigate()
  const details = useQuery(ownerQuery(by, name, measure))
  const search = { ...searchOf(by, name), kind: 'file' as const }
  const statement = statementFor(isOwnedBy(by, name))
  return (
    <Paper component="aside" aria-label={t('What one owns')} p="md">
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Title>
          <Group gap={4} wrap="nowrap">
            <FilesMenu name={name} search={search} statement={statement} />
            <CloseButton
              size="sm"
              aria-label={t('Close')}
              onClick={() => navigate({ search: (old) => ({ ...old, name: undefined }) })}
            />
          </Group>
        </Group>
        {details.data && <Summary details={details.data} />}
        <Group gap="md">
          <TextLink size="sm" to="/search" search={search}>
            {t('Search its files')}
          </TextLink>
          <TextLink size="sm" to="/sql" search={{ sql: statement }}>
            {t('Largest files in SQL')}
          </TextLink>
        </Group>
        <SegmentedControl
          aria-label={t('Measured by')}
          size="xs"
          data={USAGE_MEASURES.map((each) => ({ value: each, label: measureNames()[each] }))}
          value={measure}
          style={{ alignSelf: 'flex-start' }}
          onChange={(chosen) =>
            navigate({
              search: (old) => ({
                ...old,
                measure: USAGE_MEASURES.find((each) => each === chosen),
              }),
              resetScroll: false,
            })
          }
        />
        <Parts details={details} by={by} name={name} measure={measure} />
      </Stack>
    </Paper>
  )
}

type PartsProps = {
  details: UseQueryResult<OwnerDetails>
  by: OwnedBy
  name: string
  measure: UsageMeasure
}

function Parts({ details, by, name, measure }: PartsProps) {
  if (details.isError && !details.data)
    return <ErrorState error={details.error} onRetry={() => details.refetch()} />
  if (!details.data) return <Skeleton height={240} aria-busy="true" />
  const price = details.data.price ?? undefined
  return (
    <>
      <Title order={3}>{t('Where')}</Title>
      <PlacesTable details={details.data} by={by} name={name} measure={measure} />
      <Text size="xs" c="dimmed">
        {t(
          'The deepest directories that hold a twentieth or more of it. What is below one of them is not counted again above.',
        )}
      </Text>
      <Title order={3}>{t('How old')}</Title>
      <AgesTable ages={details.data.ages} price={price} by={by} name={name} measure={measure} />
    </>
  )
}

function Summary({ details: { owner, price } }: { details: OwnerDetails }) {
  return (
    <Text size="sm" c="dimmed">
      {t(
        '{space_bytes} with replicas in {files}{cost}; {cold_share} of it cold{age}. Besides, {directories}.',
        {
          space_bytes: formatBytes(owner.space_bytes),
          files: plural(owner.files, 'file'),
          cost: price
            ? t(', {space_bytes} a month', { space_bytes: formatCost(owner.space_bytes, price) })
            : '',
          cold_share: formatShare(owner.cold_share, 1),
          age:
            price && owner.cold_space_bytes > 0
              ? `, ${formatCost(owner.cold_space_bytes, price)}`
              : '',
          directories: plural(owner.directories, 'directory'),
        },
      )}
    </Text>
  )
}
