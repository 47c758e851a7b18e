import { Group, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { meQuery } from '~/api/auth'
import { childrenQuery, type Entry, entryQuery } from '~/api/namespace'
import { JobDialog } from '~/features/jobs/JobDialog'
import { formatBytes } from '~/format/bytes'
import { plural } from '~/format/count'
import { parentOf, ROOT } from '~/format/path'
import { DataAge } from '~/ui/Age'
import { DetailsLayout } from '~/ui/DetailsLayout'
import { Page } from '~/ui/Page'
import { TextLink } from '~/ui/TextLink'
import { Breadcrumbs } from './Breadcrumbs'
import { ChildrenTable } from './ChildrenTable'
import { EntryActions } from './EntryActions'
import { EntryPanel } from './EntryPanel'
import { FileView } from './FileView'
import { PathBox } from './PathBox'

const route = getRouteApi('/console/files')

export function FilesPage() {
  const { path = ROOT, cursor, details, job } = route.useSearch()
  const navigate = route.useNavigate()
  const children = useQuery(childrenQuery({ path, cursor }))
  const directory = useQuery(entryQuery(path))
  const { data: me } = useSuspenseQuery(meQuery())

  const file = directory.data && directory.data.kind !== 'directory' ? directory.data : undefined
  const closeDetails = () =>
    navigate({ search: (old) => ({ ...old, details: undefined }), replace: true })

  return (
    <Page
      title="Files"
      aside={
        <>
          {children.data && <DataAge time={children.data.as_of} refetching={children.isFetching} />}
          {directory.data?.kind === 'directory' && me.role !== 'viewer' && (
            <Text size="xs">
              <TextLink to="/usage" search={{ path }}>
                Who fills it
              </TextLink>
            </Text>
          )}
          <EntryActions
            path={path}
            kind={directory.data?.kind}
            label="Actions"
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
      {directory.data?.content && <ContentLine content={directory.data.content} />}
      {file && <FileView entry={file} />}
      {!file && (
        <DetailsLayout
          label="Details"
          onClose={closeDetails}
          details={
            details && (
              <EntryPanel
                path={details}
                onClose={closeDetails}
                onJob={(kind) => navigate({ search: (old) => ({ ...old, job: kind }) })}
              />
            )
          }
        >
          <ChildrenTable
            path={path}
            content={directory.data?.content}
            cursor={cursor}
            details={details}
            onUp={() =>
              path !== ROOT && navigate({ search: { path: parentOf(path), details: undefined } })
            }
            onDetails={(next) =>
              navigate({ search: (old) => ({ ...old, details: next }), replace: true })
            }
            onPage={(next, trail) =>
              navigate({ search: (old) => ({ ...old, cursor: next }), state: { trail } })
            }
          />
        </DetailsLayout>
      )}
      <JobDialog
        kind={job}
        path={details ?? path}
        onClose={() => navigate({ search: (old) => ({ ...old, job: undefined }), replace: true })}
      />
    </Page>
  )
}

function ContentLine({ content }: { content: NonNullable<Entry['content']> }) {
  const { files, directories, length_bytes, space_consumed_bytes } = content
  return (
    <Text size="sm" c="dimmed">
      {formatBytes(length_bytes)} in {plural(files, 'file')} and {plural(directories, 'directory')},{' '}
      {formatBytes(space_consumed_bytes)} with replicas
    </Text>
  )
}
