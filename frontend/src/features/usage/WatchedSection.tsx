import { Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { UsageMeasure } from '~/api/usage'
import { unwatchDirectory, type WatchedNow, watchedKeys, watchedQuery } from '~/api/watched'
import { useRefusalAt } from '~/features/jobs/useOperateRefusal'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { Age } from '~/ui/Age'
import { notifyError } from '~/ui/notify'
import { PathText } from '~/ui/PathText'
import { Section } from '~/ui/Section'
import { ErrorState, SkeletonRows } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { TextLink } from '~/ui/TextLink'
import { rowLinkProps, useRowKeys } from '~/ui/useRowKeys'
import { formatMeasured, measured, measureNames } from './wording'

/** The directories whose past somebody wants to know, wherever they are. */
export function WatchedSection({ measure }: { measure: UsageMeasure }) {
  const watched = useQuery(watchedQuery())
  const onKeyDown = useRowKeys({})
  const { data } = watched
  return (
    <Section title={t('Watched directories')}>
      <TablePanel
        caption={t('Watched directories')}
        columns={[
          { label: t('Directory'), width: '45%' },
          { label: measureNames()[measure], align: 'right' },
          { label: t('Watched by') },
          { label: t('Since') },
          { label: t('Actions'), hidden: true },
        ]}
        onKeyDown={onKeyDown}
        compact
        instead={
          watched.isError && !data ? (
            <ErrorState error={watched.error} onRetry={() => watched.refetch()} />
          ) : data?.items.length === 0 ? (
            <Text size="sm" c="dimmed" p="md">
              {t(
                'No directory is watched. The past of the largest is kept in any case; that of any other from when you ask for it.',
              )}
            </Text>
          ) : undefined
        }
      >
        {data ? (
          data.items.map((each) => (
            <WatchedRow
              key={each.inode_id}
              watched={each}
              measure={measure}
              gone={data.as_of !== null && each.directory === null}
            />
          ))
        ) : (
          <SkeletonRows rows={2} columns={5} />
        )}
      </TablePanel>
    </Section>
  )
}

type WatchedRowProps = { watched: WatchedNow; measure: UsageMeasure; gone: boolean }

function WatchedRow({ watched, measure, gone }: WatchedRowProps) {
  const { directory, watched_by, watched_at } = watched
  const path = directory?.path ?? watched.path
  const refusal = useRefusalAt('watch', watched.path)
  const queryClient = useQueryClient()
  const stop = useMutation({
    mutationFn: () => unwatchDirectory(watched.inode_id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: watchedKeys.all }),
    onError: notifyError,
  })
  return (
    <Table.Tr>
      <Table.Td maw={0}>
        <TextLink
          to="/usage"
          search={(old) => ({ ...old, path, cursor: undefined })}
          style={{ minWidth: 0, display: 'flex' }}
          {...rowLinkProps}
        >
          <PathText path={path} />
        </TextLink>
      </Table.Td>
      <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
        {directory ? (
          formatMeasured(measured(directory, measure), measure)
        ) : (
          <Text span inherit c="dimmed">
            {gone ? t('gone') : t('not known')}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{watched_by}</Table.Td>
      <Table.Td>
        <Age time={watched_at} />
      </Table.Td>
      <Table.Td ta="right">
        <ActionButton
          variant="default"
          size="xs"
          disabledReason={refusal}
          loading={stop.isPending}
          onClick={() => stop.mutate()}
        >
          {t('Stop')}
        </ActionButton>
      </Table.Td>
    </Table.Tr>
  )
}
