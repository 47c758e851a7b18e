import { Button, Group, Text } from '@mantine/core'
import type { SearchAnswer } from '~/api/search'
import { t } from '~/i18n/t'
import { tickedIds } from '~/ui/ticked'
import { ColumnsMenu } from './ColumnsMenu'
import { bytesText, type Counting, countText } from './facets'
import { isAsking, type SearchAddress } from './filter'
import { MatchesMenu } from './MatchesMenu'
import { SavedSearches } from './SavedSearches'
import { SearchOrder } from './SearchForm'

type SearchToolbarProps = {
  username: string
  address: SearchAddress
  answer: SearchAnswer | undefined
  /** Counts over all matches of this search. */
  counting: Counting
  onSaved: (saved: SearchAddress) => void
  onPrepareSaved: (savedId: number) => void
  onOpen: (dialog: SearchAddress['open']) => void
  onJob: (kind: SearchAddress['job']) => void
  onChange: (change: SearchAddress) => void
  onColumns: (columns: string | undefined) => void
}

/** How many matches there are, and what can be done with the search. */
export function SearchToolbar(props: SearchToolbarProps) {
  const { address, answer, counting, onOpen } = props
  const bytes = bytesText(counting)
  return (
    <Group justify="space-between" mih={30}>
      <Group gap={6} mih={20} w={{ base: '100%', sm: 'auto' }}>
        <Text size="sm" c="dimmed" role="status">
          {answer && countText(answer, counting)}
        </Text>
        {answer && bytes && (
          <Text size="sm" c="dimmed" title={t('Length of all matches together')}>
            · {bytes}
          </Text>
        )}
      </Group>
      <Group gap="xs">
        <SavedSearches
          username={props.username}
          onOpen={({ q, sort }) =>
            props.onSaved({ q, sort: sort === 'relevance' ? undefined : sort })
          }
          onPrepare={({ id }) => props.onPrepareSaved(id)}
        />
        {isAsking(address) && (
          <>
            <Button variant="default" size="xs" onClick={() => onOpen('save')}>
              {t('Save…')}
            </Button>
            <Button variant="default" size="xs" onClick={() => onOpen('export')}>
              {t('Export…')}
            </Button>
            <MatchesMenu ticked={tickedIds(address.ticked).length} onChoose={props.onJob} />
            <ColumnsMenu value={address.columns} onChange={props.onColumns} />
            <SearchOrder address={address} onChange={props.onChange} />
          </>
        )}
      </Group>
    </Group>
  )
}
