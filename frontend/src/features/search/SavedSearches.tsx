import { Button, Group, Menu, Text } from '@mantine/core'
import { IconBookmark, IconListCheck, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { deleteSavedSearch, type SavedSearch, savedSearchesQuery, searchKeys } from '~/api/search'
import { useOperateRefusal } from '~/features/jobs/useOperateRefusal'
import { t } from '~/i18n/t'
import { ActionMenuItem } from '~/ui/ActionButton'
import { notifyError } from '~/ui/notify'

type SavedSearchesProps = {
  username: string
  onOpen: (saved: SavedSearch) => void
  /** Prepares a job for all that one finds. */
  onPrepare: (saved: SavedSearch) => void
}

/** Searches that were kept: one's own and those that others share. */
export function SavedSearches({ username, onOpen, onPrepare }: SavedSearchesProps) {
  const saved = useQuery(savedSearchesQuery())
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: deleteSavedSearch,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: searchKeys.saved }),
    onError: notifyError,
  })
  const refusal = useOperateRefusal()
  const items = saved.data?.items ?? []
  return (
    <Menu position="bottom-end" width={320}>
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<IconBookmark size={14} />}>
          {t('Saved searches')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={400} style={{ overflowY: 'auto' }}>
        {saved.isError && <Menu.Label>{t('They cannot be read now')}</Menu.Label>}
        {saved.data && items.length === 0 && <Menu.Label>{t('Nothing saved yet')}</Menu.Label>}
        {items.map((each) => {
          const mine = each.owner === username
          return (
            <Group key={each.id} gap={0} wrap="nowrap">
              <Menu.Item onClick={() => onOpen(each)} style={{ minWidth: 0 }}>
                <Text size="sm" truncate>
                  {each.name}
                </Text>
                <Text size="xs" c="dimmed" truncate>
                  {mine
                    ? each.shared
                      ? t('yours, shared')
                      : t('yours')
                    : t('shared by {owner}', { owner: each.owner })}
                </Text>
              </Menu.Item>
              <ActionMenuItem
                w={36}
                disabledReason={refusal}
                leftSection={<IconListCheck size={14} />}
                onClick={() => onPrepare(each)}
                aria-label={t('Prepare a job for {name}…', { name: each.name })}
              >
                {null}
              </ActionMenuItem>
              {mine && (
                <Menu.Item
                  w={36}
                  color="red"
                  closeMenuOnClick={false}
                  leftSection={<IconTrash size={14} />}
                  onClick={() => remove.mutate(each.id)}
                  aria-label={t('Delete saved search {name}', { name: each.name })}
                />
              )}
            </Group>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
