import { Button, Group, Paper, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { deleteSavedSql, type SavedQuery, savedQueriesQuery, sqlKeys } from '~/api/sql'
import { t } from '~/i18n/t'
import { notifyError } from '~/ui/notify'
import { EmptyState, ErrorState } from '~/ui/States'

type SavedPanelProps = { username: string; onOpen: (statement: string) => void }

/** Saved statements: one's own and those that others share. */
export function SavedPanel({ username, onOpen }: SavedPanelProps) {
  const saved = useQuery(savedQueriesQuery())
  if (saved.isError) return <ErrorState error={saved.error} onRetry={() => saved.refetch()} />
  const items = saved.data?.items ?? []
  return (
    <Paper p="xs">
      {saved.data && items.length === 0 && (
        <EmptyState icon={<IconBookmark size={24} />} title={t('Nothing saved yet')}>
          {t('Save a statement to find it here, and to share it.')}
        </EmptyState>
      )}
      <Stack gap={2} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {items.map((query) => (
          <SavedItem
            key={query.id}
            query={query}
            mine={query.owner === username}
            onOpen={() => onOpen(query.statement)}
          />
        ))}
      </Stack>
    </Paper>
  )
}

type SavedItemProps = { query: SavedQuery; mine: boolean; onOpen: () => void }

function SavedItem({ query, mine, onOpen }: SavedItemProps) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteSavedSql(query.id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sqlKeys.saved }),
    onError: notifyError,
  })
  return (
    <li>
      <Group wrap="nowrap" gap={4} justify="space-between">
        <UnstyledButton onClick={onOpen} p={6} style={{ flex: 1, minWidth: 0 }}>
          <Text size="sm" truncate>
            {query.name}
          </Text>
          <Text size="xs" c="dimmed">
            {mine
              ? query.shared
                ? t('yours, shared')
                : t('yours')
              : t('shared by {owner}', { owner: query.owner })}
          </Text>
        </UnstyledButton>
        {mine && (
          <Button
            variant="subtle"
            color="red"
            size="compact-xs"
            loading={remove.isPending}
            onClick={() => remove.mutate()}
            aria-label={t('Delete saved query {name}', { name: query.name })}
          >
            {t('Delete')}
          </Button>
        )}
      </Group>
    </li>
  )
}
