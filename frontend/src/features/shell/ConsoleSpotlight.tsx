import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import '@mantine/spotlight/styles.css'
import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight } from '@mantine/spotlight'
import { IconArrowRight, IconSearch } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { meQuery } from '~/api/auth'
import { explainError } from '~/api/problem'
import { type SearchHit, searchQuery } from '~/api/search'
import { Highlighted } from '~/features/search/highlight'
import { normalizePath, parentOf } from '~/format/path'
import { KindIcon } from '~/ui/KindIcon'
import { PathText } from '~/ui/PathText'
import pathClasses from '~/ui/PathText.module.css'
import { useCommands } from './commands'
import { type PageEntry, pagesOf } from './pages'
import { useMigrated } from './useMigrated'

const TYPING_PAUSE_MS = 120
const HITS_SHOWN = 7

/** ⌘K / Ctrl-K: pages, commands, paths and files by name, without leaving the keyboard. */
export default function ConsoleSpotlight({ onShortcuts }: { onShortcuts: () => void }) {
  const { data: me } = useSuspenseQuery(meQuery())
  const migrated = useMigrated(me)
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const [asked] = useDebouncedValue(text, TYPING_PAUSE_MS)
  const isPath = text.startsWith('/')
  const hits = useQuery({
    ...searchQuery({ q: asked }, HITS_SHOWN),
    enabled: asked !== '' && !isPath,
  })
  const shownPages = pagesOf(me, migrated).filter(
    (page) => text === '' || page.label.toLowerCase().includes(text.toLowerCase()),
  )
  const shownCommands = useCommands(me, onShortcuts).filter(
    ({ label, hint }) =>
      text !== '' && `${label} ${hint}`.toLowerCase().includes(text.toLowerCase()),
  )
  const items = asked !== '' && !isPath ? (hits.data?.items ?? []) : []

  return (
    <Spotlight.Root
      query={typed}
      onQueryChange={setTyped}
      shortcut={null}
      scrollable
      maxHeight={440}
      size={620}
    >
      <Spotlight.Search
        placeholder={t('Go to a page, a path or a file…')}
        leftSection={<IconSearch size={18} />}
        aria-label={t('Go to a page, a path or a file')}
      />
      <Spotlight.ActionsList>
        {shownPages.length > 0 && (
          <Spotlight.ActionsGroup label={t('Pages')}>
            {shownPages.map((page) => (
              <PageAction key={page.to} page={page} />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {shownCommands.length > 0 && (
          <Spotlight.ActionsGroup label={t('Commands')}>
            {shownCommands.map(({ label, hint, Icon, run }) => (
              <Spotlight.Action
                key={label}
                label={label}
                description={hint}
                leftSection={<Icon size={18} stroke={1.7} />}
                onClick={run}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {isPath && <PathAction path={normalizePath(text)} />}
        {/* Before the files, which arrive later: what is selected must not move under the finger. */}
        {text !== '' && !isPath && <AllMatchesAction text={text} />}
        {items.length > 0 && (
          <Spotlight.ActionsGroup label={t('Files')}>
            {items.map((hit) => (
              <HitAction key={hit.inode_id} hit={hit} />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {hits.isError && (
          <Spotlight.Empty>
            {t('Files can’t be searched now: {title}', { title: explainError(hits.error).title })}
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

function PageAction({ page }: { page: PageEntry }) {
  const navigate = useNavigate()
  return (
    <Spotlight.Action
      label={page.label}
      description={page.hint}
      leftSection={<page.Icon size={18} stroke={1.7} />}
      onClick={() => navigate({ to: page.to })}
    />
  )
}

function PathAction({ path }: { path: string }) {
  const navigate = useNavigate()
  return (
    <Spotlight.Action onClick={() => navigate({ to: '/files', search: { path } })}>
      <IconArrowRight size={18} aria-hidden="true" />
      <Text size="sm" ml={12} miw={0} truncate>
        <Trans message="Go to {pathText}" values={{ pathText: <PathText path={path} /> }} />
      </Text>
    </Spotlight.Action>
  )
}

function HitAction({ hit }: { hit: SearchHit }) {
  const navigate = useNavigate()
  return (
    <Spotlight.Action
      onClick={() =>
        navigate({ to: '/files', search: { path: parentOf(hit.path), details: hit.path } })
      }
    >
      <KindIcon kind={hit.kind} size={18} />
      <div style={{ minWidth: 0, flex: 1, marginLeft: 12 }}>
        <div className={pathClasses.path}>
          <Highlighted name={hit.name} ranges={hit.highlights} />
        </div>
        {/* Not dimmed: the selected row has another background. */}
        <Text size="xs" component="div" truncate>
          <PathText path={hit.path} />
        </Text>
      </div>
    </Spotlight.Action>
  )
}

function AllMatchesAction({ text }: { text: string }) {
  const navigate = useNavigate()
  return (
    <Spotlight.Action
      label={t('Search for “{text}”', { text })}
      description={t('All matches, with filters')}
      leftSection={<IconSearch size={18} />}
      onClick={() => navigate({ to: '/search', search: { q: text } })}
    />
  )
}
