import { Box, Tabs } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { SqlEngine } from '~/api/sql'
import { t } from '~/i18n/t'
import { HistoryPanel } from './HistoryPanel'
import { SavedPanel } from './SavedPanel'
import { SchemaBrowser } from './SchemaBrowser'

const route = getRouteApi('/console/sql')

type SidePanelProps = { username: string; engine: SqlEngine; onUse: (statement: string) => void }

/** What a statement can be made of: tables, those that were run, and those that are kept. */
export function SidePanel({ username, engine, onUse }: SidePanelProps) {
  const { panel: shown } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Box w={{ base: '100%', md: 300 }} style={{ flexShrink: 0 }}>
      <Tabs
        value={shown ?? 'tables'}
        keepMounted={false}
        onChange={(panel) =>
          navigate({
            search: (old) => ({
              ...old,
              panel: panel === 'history' || panel === 'saved' ? panel : undefined,
            }),
            replace: true,
          })
        }
      >
        <Tabs.List mb="xs">
          <Tabs.Tab value="tables">{t('Tables')}</Tabs.Tab>
          <Tabs.Tab value="history">{t('History')}</Tabs.Tab>
          <Tabs.Tab value="saved">{t('Saved')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="tables">
          <SchemaBrowser engine={engine} onUse={onUse} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <HistoryPanel
            onOpen={(old) => {
              onUse(old.statement)
              void navigate({
                search: (now) => ({
                  ...now,
                  query: String(old.id),
                  engine: old.engine === 'ndb' ? 'ndb' : undefined,
                  cursor: undefined,
                }),
              })
            }}
          />
        </Tabs.Panel>
        <Tabs.Panel value="saved">
          <SavedPanel username={username} onOpen={onUse} />
        </Tabs.Panel>
      </Tabs>
    </Box>
  )
}
