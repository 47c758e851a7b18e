import { Group, SimpleGrid, Text } from '@mantine/core'
import { IconPlus, IconRulerMeasure } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { maySomewhere, meQuery } from '~/api/auth'
import { QUOTA_SORTS, type QuotaCounts, quotasQuery } from '~/api/quotas'
import { JobDialog } from '~/features/jobs/JobDialog'
import { useOperateRefusal } from '~/features/jobs/useOperateRefusal'
import { formatCount } from '~/format/count'
import { Trans } from '~/i18n/Trans'
import { perLanguage, t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { Age, DataAge } from '~/ui/Age'
import { Page } from '~/ui/Page'
import { SortSelect } from '~/ui/SortSelect'
import { Stat } from '~/ui/Stat'
import { EmptyState } from '~/ui/States'
import { TypedInput } from '~/ui/TypedInput'
import { NewQuotaDialog } from './NewQuotaDialog'
import { QuotasTable } from './QuotasTable'
import { sortNames } from './wording'

const route = getRouteApi('/console/quotas')
const aboutPage = perLanguage(() =>
  t('Which directories have a limit, how full it is, and when it will be met.'),
)

export function QuotasPage() {
  const { data: me } = useSuspenseQuery(meQuery())
  if (maySomewhere(me, 'see_usage')) return <Quotas />
  return (
    <Page title={t('Quotas')} description={aboutPage()}>
      <EmptyState icon={<IconRulerMeasure size={24} />} title={t('Quotas need the role operator')}>
        {t(
          'What is used counts what HDFS permissions hide. The details of a directory in Files have the quota of those that you may see.',
        )}
      </EmptyState>
    </Page>
  )
}

function Quotas() {
  const { prefix, sort = 'used', direction, cursor, set, open } = route.useSearch()
  const navigate = route.useNavigate()
  const refusal = useOperateRefusal()
  const quotas = useQuery(quotasQuery({ prefix, sort, direction, cursor }))
  const { data } = quotas
  const close = () =>
    navigate({ search: (old) => ({ ...old, set: undefined, open: undefined }), replace: true })
  const choose = (path: string) =>
    navigate({ search: (old) => ({ ...old, set: path, open: undefined }) })
  return (
    <Page
      title={t('Quotas')}
      description={aboutPage()}
      aside={
        <>
          <DataAge time={data?.as_of.time} refetching={quotas.isFetching} />
          <ActionButton
            size="xs"
            leftSection={<IconPlus size={14} />}
            disabledReason={refusal}
            onClick={() => navigate({ search: (old) => ({ ...old, open: 'new' }) })}
          >
            {t('New quota')}
          </ActionButton>
        </>
      }
    >
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        <CountStats counts={data?.counts} />
      </SimpleGrid>
      <Group gap="sm">
        <TypedInput
          label={t('Path begins with')}
          placeholder="/user/"
          mono
          value={prefix}
          onChange={(typed) =>
            navigate({
              search: (old) => ({ ...old, prefix: typed, cursor: undefined }),
              replace: true,
            })
          }
          w={320}
        />
        <SortSelect
          sorts={QUOTA_SORTS}
          names={sortNames()}
          value={sort}
          onChange={(by) =>
            navigate({
              search: (old) => ({ ...old, sort: by, direction: undefined, cursor: undefined }),
            })
          }
        />
      </Group>
      <QuotasTable quotas={quotas} onSet={choose} />
      {data && (
        <Text size="xs" c="dimmed">
          <Trans
            message="{read}. Growth is that of the last seven days, known an hour after a limit was set, for the 2,000 fullest."
            values={{
              read: data.counted_at ? (
                <Trans
                  message="Limits and what is used of them were read {age}"
                  values={{ age: <Age time={data.counted_at} /> }}
                />
              ) : (
                t('Not all limits were read yet')
              ),
            }}
          />
        </Text>
      )}
      <NewQuotaDialog
        opened={open === 'new'}
        prefix={prefix ?? '/'}
        onClose={close}
        onChosen={choose}
      />
      <JobDialog
        kind={set ? 'set_quota' : undefined}
        target={{ at: 'path', path: set ?? '/' }}
        onClose={close}
      />
    </Page>
  )
}

function CountStats({ counts }: { counts: QuotaCounts | undefined }) {
  return (
    <>
      <Stat
        label={t('Directories with a quota')}
        value={counts && formatCount(counts.quotas)}
        hint={t('Of names, space or a type of storage')}
      />
      <Stat
        label={t('Full')}
        value={counts && formatCount(counts.full)}
        tone={counts && counts.full > 0 ? 'bad' : undefined}
        hint={t('Writes are refused')}
      />
      <Stat
        label={t('At least 80 % used')}
        value={counts && formatCount(counts.nearly_full)}
        hint={t('The full ones included')}
      />
      <Stat
        label={t('Full within 30 days')}
        value={counts && formatCount(counts.full_soon)}
        hint={t('If they go on growing so')}
      />
    </>
  )
}
