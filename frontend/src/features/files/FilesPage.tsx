import { Group, Stack, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { mayAt, meQuery } from '~/api/auth'
import { CHILDREN_PAGE_ROWS, childrenQuery, type Entry, entryQuery } from '~/api/namespace'
import { directoryUsageQuery, FILES_ORDERS, type FilesOrder } from '~/api/usage'
import { JobDialog } from '~/features/jobs/JobDialog'
import { formatBytes } from '~/format/bytes'
import { plural } from '~/format/count'
import { parentOf, ROOT } from '~/format/path'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { DataAge } from '~/ui/Age'
import { DetailsLayout } from '~/ui/DetailsLayout'
import { Page } from '~/ui/Page'
import { SortSelect } from '~/ui/SortSelect'
import { LineSkeleton } from '~/ui/States'
import { TextLink } from '~/ui/TextLink'
import { ActDialog } from './acts/ActDialog'
import { FILE_ACTS, type FileAct } from './acts/acts'
import { Breadcrumbs } from './Breadcrumbs'
import { ChildrenTable } from './ChildrenTable'
import { EntryActions } from './EntryActions'
import { EntryPanel } from './EntryPanel'
import { FileView } from './FileView'
import { ALL_ORDERS, allOrderNames, BY_NAME } from './orders'
import { PathBox } from './PathBox'
import { SortedTable } from './SortedTable'

const route = getRouteApi('/console/files')
const OF_FILES: readonly FileAct[] = ['move', 'permissions']

export function FilesPage() {
  const { path = ROOT, order: asked, cursor, details, job, act } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: me } = useSuspenseQuery(meQuery())
  const seesAll = mayAt(me, 'see_usage', path)
  const order = seesAll ? asked : undefined
  const children = useQuery({ ...childrenQuery({ path, cursor }), enabled: order === undefined })
  const sorted = useQuery({
    ...directoryUsageQuery({ path, sort: order ?? 'name', cursor, limit: CHILDREN_PAGE_ROWS }),
    enabled: order !== undefined,
  })
  const directory = useQuery(entryQuery(path))
  const shown = order
    ? { asOf: sorted.data?.as_of.time, isFetching: sorted.isFetching }
    : { asOf: children.data?.as_of, isFetching: children.isFetching }

  const file = directory.data && directory.data.kind !== 'directory' ? directory.data : undefined
  const closeDetails = () =>
    navigate({ search: (old) => ({ ...old, details: undefined }), replace: true })

  const setOrder = (next: FilesOrder | undefined) =>
    navigate({
      search: (old) => ({ ...old, order: next, cursor: undefined }),
      resetScroll: false,
    })
  const table = {
    path,
    cursor,
    details,
    onUp: () =>
      path !== ROOT &&
      navigate({ search: { path: parentOf(path), order: asked, details: undefined } }),
    onDetails: (next: string | undefined) =>
      navigate({ search: (old) => ({ ...old, details: next }), replace: true }),
    onPage: (next: string | undefined, trail: string[]) =>
      navigate({ search: (old) => ({ ...old, cursor: next }), state: { trail } }),
  }

  return (
    <Page
      title={t('Files')}
      aside={
        <>
          <DataAge time={shown.asOf} refetching={shown.isFetching} />
          {directory.data?.kind === 'directory' && seesAll && (
            <Text size="xs">
              <TextLink to="/usage" search={{ path }}>
                {t('Who fills it')}
              </TextLink>
            </Text>
          )}
          <EntryActions
            path={path}
            kind={directory.data?.kind}
            label={t('Actions')}
            acts={directory.data?.kind === 'directory' ? FILE_ACTS : OF_FILES}
            onAct={(next) =>
              navigate({ search: (old) => ({ ...old, details: undefined, act: next }) })
            }
            onChoose={(kind) =>
              navigate({ search: (old) => ({ ...old, details: undefined, job: kind }) })
            }
          />
        </>
      }
    >
      <Group justify="space-between">
        <Breadcrumbs path={path} />
        <PathBox path={path} onGo={(next) => navigate({ search: { path: next } })} />
      </Group>
      {directory.isPending ? (
        <LineSkeleton />
      ) : (
        directory.data?.content && <ContentLine content={directory.data.content} />
      )}
      {file && <FileView entry={file} />}
      {!file && (
        <DetailsLayout
          label={t('Details')}
          onClose={closeDetails}
          details={
            details && (
              <EntryPanel
                path={details}
                onClose={closeDetails}
                onJob={(kind) => navigate({ search: (old) => ({ ...old, job: kind }) })}
                onAct={(next) => navigate({ search: (old) => ({ ...old, act: next }) })}
              />
            )
          }
        >
          <Stack gap="xs">
            {seesAll && (
              <SortSelect
                sorts={ALL_ORDERS}
                names={allOrderNames()}
                value={order ?? BY_NAME}
                onChange={(chosen) => setOrder(FILES_ORDERS.find((each) => each === chosen))}
              />
            )}
            {order ? (
              <SortedTable order={order} usage={sorted} onOrder={setOrder} {...table} />
            ) : (
              <ChildrenTable
                content={directory.data?.content}
                onOrder={seesAll ? setOrder : undefined}
                {...table}
              />
            )}
            <OrderNote order={order} seesAll={seesAll} path={path} />
          </Stack>
        </DetailsLayout>
      )}
      <JobDialog
        kind={job}
        target={{ at: 'path', path: details ?? path }}
        onClose={() => navigate({ search: (old) => ({ ...old, job: undefined }), replace: true })}
      />
      <ActDialog
        act={act}
        directory={path}
        path={details ?? path}
        onClose={() => navigate({ search: (old) => ({ ...old, act: undefined }), replace: true })}
        onMoved={(to) =>
          navigate({
            search: details === undefined ? { path: to } : { path: parentOf(to), details: to },
            replace: true,
          })
        }
      />
    </Page>
  )
}

type OrderNoteProps = { order: FilesOrder | undefined; seesAll: boolean; path: string }

/** Who put the rows into their order, and why there is no other. */
function OrderNote({ order, seesAll, path }: OrderNoteProps) {
  if (seesAll && !order) return null
  return (
    <Text size="xs" c="dimmed">
      {order ? (
        <Trans
          message="Counted and ordered by the SQL replica. <textlink>List by name</textlink> as the namenode has it now."
          parts={{
            textlink: (text) => (
              <TextLink to="/files" search={{ path }} underline="always">
                {text}
              </TextLink>
            ),
          }}
        />
      ) : (
        t(
          'Listed by name. Other orders need the role operator: they count what HDFS permissions hide.',
        )
      )}
    </Text>
  )
}

function ContentLine({ content }: { content: NonNullable<Entry['content']> }) {
  const { files, directories, length_bytes, space_consumed_bytes } = content
  return (
    <Text size="sm" c="dimmed">
      {t('{length_bytes} in {files} and {directories}, {space_consumed_bytes} with replicas', {
        length_bytes: formatBytes(length_bytes),
        files: plural(files, 'file'),
        directories: plural(directories, 'directory'),
        space_consumed_bytes: formatBytes(space_consumed_bytes),
      })}
    </Text>
  )
}
