import { Anchor, Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  deleteExport,
  exportFileUrl,
  exportsQuery,
  isUnderWay,
  type SearchExport,
  type SearchFilter,
  searchKeys,
  startExport,
} from '~/api/search'
import { formatBytes } from '~/format/bytes'
import { plural } from '~/format/count'
import { t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { notifyError } from '~/ui/notify'
import { QueryText } from '~/ui/QueryText'
import { ErrorState } from '~/ui/States'
import { TextLink } from '~/ui/TextLink'

type ExportDialogProps = {
  opened: boolean
  q: string
  sort: SearchFilter['sort']
  onClose: () => void
}

/** All matches as a file, made in the background; finished ones can be fetched for a while. */
export function ExportDialog({ opened, q, sort, onClose }: ExportDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={<Text fw={620}>{t('Export matches')}</Text>}
    >
      <Exports q={q} sort={sort} />
    </Modal>
  )
}

function Exports({ q, sort }: Pick<ExportDialogProps, 'q' | 'sort'>) {
  const [kind, setKind] = useState<'csv' | 'parquet'>('csv')
  const queryClient = useQueryClient()
  const exports = useQuery(exportsQuery())
  const begin = useMutation({
    mutationFn: startExport,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: searchKeys.exports }),
  })
  return (
    <Stack gap="md">
      <QueryText>{q === '' ? t('everything') : q}</QueryText>
      <Group justify="space-between">
        <SegmentedControl
          aria-label={t('Format')}
          data={[
            { value: 'csv', label: 'CSV' },
            { value: 'parquet', label: 'Parquet' },
          ]}
          value={kind}
          onChange={(chosen) => setKind(chosen === 'parquet' ? 'parquet' : 'csv')}
        />
        <Button
          loading={begin.isPending}
          onClick={() => begin.mutate({ q, sort: sort ?? 'name', kind })}
        >
          {t('Export')}
        </Button>
      </Group>
      {begin.isError && <ErrorState error={begin.error} />}
      {exports.isError && <ErrorState error={exports.error} onRetry={() => exports.refetch()} />}
      <Stack
        gap="xs"
        component="ul"
        m={0}
        p={0}
        style={{ listStyle: 'none' }}
        aria-label={t('Exports')}
      >
        {(exports.data?.items ?? []).map((each) => (
          <ExportItem key={each.id} item={each} />
        ))}
      </Stack>
    </Stack>
  )
}

function ExportItem({ item }: { item: SearchExport }) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteExport(item.id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: searchKeys.exports }),
    onError: notifyError,
  })
  const [asking, setAsking] = useState(false)
  const name = `search-${item.id}.${item.kind}`
  const verb = isUnderWay(item) ? t('Cancel') : t('Delete')
  return (
    <li>
      <Group justify="space-between" wrap="nowrap">
        <div style={{ minWidth: 0 }}>
          <Text size="sm" truncate>
            {item.state === 'succeeded' ? (
              <Anchor href={exportFileUrl(item.id)} download={name} underline="always">
                {name}
              </Anchor>
            ) : (
              name
            )}
            {` · ${item.q === '' ? t('everything') : item.q}`}
          </Text>
          <Text size="xs" c="dimmed" component="div" role="status">
            {stateText(item)} · <Age time={item.created_at} /> ·{' '}
            <TextLink to="/jobs/$jobId" params={{ jobId: item.job_id }} underline="always">
              {t('Job {jobId}', { jobId: item.job_id })}
            </TextLink>
          </Text>
        </div>
        <Button
          variant="subtle"
          color="red"
          size="compact-xs"
          aria-expanded={asking}
          onClick={() => setAsking(!asking)}
          aria-label={t('{verb} export {name}', { verb, name })}
        >
          {verb}…
        </Button>
      </Group>
      {asking && (
        <Group gap="xs" justify="flex-end" role="group" aria-label={`${verb} ${name}?`}>
          <Text size="xs">
            {isUnderWay(item)
              ? t('What is written so far is lost.')
              : t('The file is gone for good.')}
          </Text>
          <Button variant="default" size="compact-xs" autoFocus onClick={() => setAsking(false)}>
            {t('Keep it')}
          </Button>
          <Button
            color="red"
            size="compact-xs"
            loading={remove.isPending}
            onClick={() => remove.mutate()}
          >
            {verb} {name}
          </Button>
        </Group>
      )}
    </li>
  )
}

function stateText(item: SearchExport): string {
  switch (item.state) {
    case 'queued':
      return t('Waits for a worker')
    case 'running':
      return t('{rows} so far', { rows: plural(item.rows, 'row') })
    case 'failed':
      return t('Failed: {title}', { title: item.error?.title ?? t('for an unknown reason') })
    case 'succeeded':
      return [
        plural(item.rows, 'row'),
        formatBytes(item.size_bytes ?? 0),
        ...(item.truncated ? [t('cut at the server’s limit')] : []),
      ].join(' · ')
  }
}
