import { SegmentedControl, SimpleGrid, Text } from '@mantine/core'
import { IconUserSquareRounded } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { mayEverywhere, meQuery } from '~/api/auth'
import { OWNED_BYS, OWNER_SORTS, type OwnersAnswer, ownersQuery } from '~/api/owners'
import { formatCost } from '~/features/usage/wording'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatCount, formatCountShort } from '~/format/count'
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
const DESCRIPTION = 'What users and groups of the file system own, how old it is, and where.'

export function OwnersPage() {
  const { data: me } = useSuspenseQuery(meQuery())
  if (mayEverywhere(me, 'see_usage')) return <Owners />
  return (
    <Page title="Owners" description={DESCRIPTION}>
      <EmptyState icon={<IconUserSquareRounded size={24} />} title="Owners need the role operator">
        What somebody owns counts what HDFS permissions hide.
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
      title="Owners"
      description={DESCRIPTION}
      aside={
        <>
          {data && <DataAge time={data.as_of.time} refetching={owners.isFetching} />}
          <SegmentedControl
            aria-label="Owners are"
            size="xs"
            data={OWNED_BYS.map((each) => ({ value: each, label: byNames[each].many }))}
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
        <OwnerStats answer={data} by={byNames[by].many} />
      </SimpleGrid>
      <SortSelect
        sorts={OWNER_SORTS}
        names={sortNames}
        value={sort}
        onChange={(chosen) =>
          navigate({
            search: (old) => ({ ...old, sort: chosen, direction: undefined, cursor: undefined }),
          })
        }
      />
      <DetailsLayout
        label="What one owns"
        half
        onClose={close}
        details={name !== undefined && <OwnerPanel key={`${by} ${name}`} by={by} name={name} />}
      >
        <OwnersTable owners={owners} />
      </DetailsLayout>
      <Text size="xs" c="dimmed">
        Files that were not changed for a year are cold. Counted by the SQL replica.
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
        hint="That own a file or a directory"
      />
      <Stat
        label="Space"
        value={answer && formatBytes(answer.space_bytes)}
        title={answer && formatBytesExactly(answer.space_bytes)}
        hint={
          price && answer ? `${formatCost(answer.space_bytes, price)} a month` : 'With all replicas'
        }
      />
      <Stat
        label="Length"
        value={answer && formatBytes(answer.length_bytes)}
        title={answer && formatBytesExactly(answer.length_bytes)}
        hint="What the files hold"
      />
      <Stat
        label="Files"
        value={answer && formatCountShort(answer.files)}
        title={answer && formatCount(answer.files)}
        hint="Of all of them"
      />
    </>
  )
}
