import { Paper, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type SqlQuery, sqlHistoryQuery } from '~/api/sql'
import { plural } from '~/format/count'
import { t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { EmptyState, ErrorState } from '~/ui/States'

/** The statements that this user ran last. */
export function HistoryPanel({ onOpen }: { onOpen: (query: SqlQuery) => void }) {
  const history = useQuery(sqlHistoryQuery(undefined))
  if (history.isError) return <ErrorState error={history.error} onRetry={() => history.refetch()} />
  const items = history.data?.items ?? []
  return (
    <Paper p="xs">
      {history.data && items.length === 0 && (
        <EmptyState icon={<IconHistory size={24} />} title={t('Nothing ran yet')} />
      )}
      <Stack gap={2} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {items.map((query) => (
          <li key={query.id}>
            <UnstyledButton onClick={() => onOpen(query)} p={6} w="100%">
              <VisuallyHidden>{t('Open query {id}: ', { id: query.id })}</VisuallyHidden>
              <Text ff="monospace" size="xs" lineClamp={2}>
                {query.statement}
              </Text>
              <Text size="xs" c="dimmed" component="div">
                {outcome(query)}
                {query.engine === 'ndb' && t(', live')}, <Age time={query.created_at} />
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </Stack>
    </Paper>
  )
}

function outcome(query: SqlQuery): string {
  return query.state === 'succeeded' ? plural(query.rows ?? 0, 'row') : query.state
}
