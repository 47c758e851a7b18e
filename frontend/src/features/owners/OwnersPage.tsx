import { SegmentedControl, SimpleGrid, Text } from '@mantine/core'
import { IconUserSquareRounded } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { mayEverywhere, meQuery } from '~/api/auth'
import { OWNED_BYS, OWNER_SORTS, type OwnersAnswer, ownersQuery } from '~/api/owners'
import { formatCost } from '~/features/usage/wording'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatCount, formatCountShort } from '~/format/count'
import { perLanguage, t } from '~/i18n/t'
import { DataAge } from '~/ui/Age'
import { DetailsLayout } from '~/ui/DetailsLayout'
import { Page } from '~/ui/Page'
import { SortSelect } from '~/ui/SortSelect'
import { Stat } from '~/ui/Stat'
import { EmptyState } from '~/ui/States'
import { OwnerPanel } from './OwnerPanel'
import { OwnersTable } from './OwnersTable'
import { byNames, sortNames } from './wording'

const route = getRouteApi('/console/owners')
const aboutPage = perLanguage(() =>
  t('What users and groups of the file system own, how old it is, and where.'),
)

export function OwnersPage() {
  const { data: me } = useSuspenseQuery(meQuery())
  if (mayEverywhere(me, 'see_usage')) return <Owners />
  return (
    <Page title={t('Owners')} description={aboutPage()}>
      <EmptyState
        icon={<IconUserSquareRounded size={24} />}
        title={t('Owners need the role operator')}
      >
        {t('What somebody owns counts what HDFS permissions hide.')}
      </EmptyState>
    </Page>
  )
}

function Owners() {
  const { whose: by = 'owner', sort = 'space', direction, cursor, name } = route.useSearch()
  const navigate = route.useNavigate()
  const owners = useQuery(ownersQuery({ by, sort, direction, cursor }))
  const { data } = owners
  const close = () => navigate({ search: (old) => ({ ...old, name: undefined }) })
  return (
    <Page
      title={t('Owners')}
      description={aboutPage()}
      aside={
        <>
          <DataAge time={data?.as_of.time} refetching={owners.isFetching} />
          <SegmentedControl
            aria-label={t('Owners are')}
            size="xs"
            data={OWNED_BYS.map((each) => ({ value: each, label: byNames()[each].many }))}
            value={by}
            onChange={(chosen) =>
              navigate({
                search: (old) => ({
                  ...old,
                  whose: OWNED_BYS.find((each) => each === chosen),
                  cursor: undefined,
                  name: undefined,
                }),
              })
            }
          />
        </>
      }
    >
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        <OwnerStats answer={data} by={byNames()[by].many} />
      </SimpleGrid>
      <SortSelect
        sorts={OWNER_SORTS}
        names={sortNames()}
        value={sort}
        onChange={(chosen) =>
          navigate({
            search: (old) => ({ ...old, sort: chosen, direction: undefined, cursor: undefined }),
          })
        }
      />
      <DetailsLayout
        label={t('What one owns')}
        half
        onClose={close}
        details={name !== undefined && <OwnerPanel key={`${by} ${name}`} by={by} name={name} />}
      >
        <OwnersTable owners={owners} />
      </DetailsLayout>
      <Text size="xs" c="dimmed">
        {t('Files that were not changed for a year are cold. Counted by the SQL replica.')}
      </Text>
    </Page>
  )
}

function OwnerStats({ answer, by }: { answer: OwnersAnswer | undefined; by: string }) {
  const price = answer?.price ?? undefined
  return (
    <>
      <Stat
        label={by}
        value={answer && formatCount(answer.owners)}
        hint={t('That own a file or a directory')}
      />
      <Stat
        label={t('Space')}
        value={answer && formatBytes(answer.space_bytes)}
        title={answer && formatBytesExactly(answer.space_bytes)}
        hint={
          price && answer
            ? t('{space_bytes} a month', { space_bytes: formatCost(answer.space_bytes, price) })
            : t('With all replicas')
        }
      />
      <Stat
        label={t('Length')}
        value={answer && formatBytes(answer.length_bytes)}
        title={answer && formatBytesExactly(answer.length_bytes)}
        hint={t('What the files hold')}
      />
      <Stat
        label={t('Files')}
        value={answer && formatCountShort(answer.files)}
        title={answer && formatCount(answer.files)}
        hint={t('Of all of them')}
      />
    </>
  )
}
