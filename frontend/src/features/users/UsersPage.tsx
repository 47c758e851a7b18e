import { Button, Modal, Paper, SegmentedControl, Select, Text } from '@mantine/core'
import { IconPlus, IconRobot, IconUsers } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type Me, mayEverywhere, meQuery } from '~/api/auth'
import {
  ROLES,
  USER_PAGE_ROWS,
  USER_STATES,
  USER_TABS,
  type UserFilter,
  usersQuery,
} from '~/api/users'
import { perLanguage, t } from '~/i18n/t'
import { CursorPager } from '~/ui/CursorPager'
import { Filters } from '~/ui/Filters'
import { Page } from '~/ui/Page'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { TablePanel } from '~/ui/TablePanel'
import { TypedInput } from '~/ui/TypedInput'
import { CreateUser } from './CreateUser'
import { GroupsTab } from './GroupsTab'
import { RolesTab } from './RolesTab'
import { CreateServiceAccount } from './ServiceDialogs'
import { UserDialog, type UserDialogName } from './UserDialog'
import { ServiceRow, UserRow } from './UserEntry'

const route = getRouteApi('/console/users')

const columns = perLanguage(() => [
  { label: t('Name'), width: '26%' },
  { label: t('Role') },
  { label: t('From') },
  { label: t('In HDFS') },
  { label: t('State') },
  { label: t('Last login') },
  { label: t('Created') },
  { label: t('Actions'), hidden: true },
])

const serviceColumns = perLanguage(() => [
  { label: t('Name'), width: '22%' },
  { label: t('Roles') },
  { label: t('Owner') },
  { label: t('In HDFS') },
  { label: t('State') },
  { label: t('Last used') },
  { label: t('Created') },
  { label: t('Actions'), hidden: true },
])

const tabNames = perLanguage(
  () =>
    [
      { value: 'people', label: t('People') },
      { value: 'service', label: t('Service accounts') },
      { value: 'roles', label: t('Roles') },
      { value: 'groups', label: t('Groups') },
    ] as const,
)
type Tab = ReturnType<typeof tabNames>[number]['value']

const newLabels = perLanguage(
  (): Record<Tab, string> => ({
    people: t('New user'),
    service: t('New service account'),
    roles: t('New role'),
    groups: t('New role of a group'),
  }),
)

export function UsersPage() {
  const { data: me } = useSuspenseQuery(meQuery())
  const { tab = 'people' } = route.useSearch()
  const navigate = route.useNavigate()
  if (!mayEverywhere(me, 'manage_users')) {
    return (
      <Page title={t('Users')}>
        <Paper>
          <EmptyState icon={<IconUsers size={24} />} title={t('Administrators manage users')}>
            {t('Your own password and sessions are on the page Account.')}
          </EmptyState>
        </Paper>
      </Page>
    )
  }
  return (
    <Page
      title={t('Users')}
      description={t(
        'Who may log in, and with which role. What is changed here is in the audit log.',
      )}
      aside={
        <Button
          leftSection={<IconPlus size={14} />}
          onClick={() => navigate({ search: (old) => ({ ...old, open: 'create' }) })}
        >
          {newLabels()[tab]}
        </Button>
      }
    >
      <SegmentedControl
        w="fit-content"
        maw="100%"
        aria-label={t('What is shown')}
        size="xs"
        data={[...tabNames()]}
        value={tab}
        onChange={(chosen) =>
          navigate({ search: { tab: USER_TABS.find((each) => each === chosen) } })
        }
      />
      {(tab === 'people' || tab === 'service') && <Accounts tab={tab} me={me} />}
      {tab === 'roles' && <RolesTab />}
      {tab === 'groups' && <GroupsTab />}
    </Page>
  )
}

function Accounts({ tab, me }: { tab: 'people' | 'service'; me: Me }) {
  const { open, user: userId, tab: _, held: __, ...filter } = route.useSearch()
  const navigate = route.useNavigate()
  const kind = tab === 'service' ? 'service' : 'person'
  const users = useQuery(usersQuery({ ...filter, kind }))
  const items = users.data?.items
  const filtered = [filter.name, filter.role, filter.state].some(Boolean)
  const ask = (change: UserFilter) =>
    navigate({ search: (old) => ({ ...old, ...change, cursor: undefined }), replace: true })
  const close = () =>
    navigate({ search: (old) => ({ ...old, open: undefined, user: undefined }), replace: true })
  const show = (name: UserDialogName, id: number) =>
    navigate({ search: (old) => ({ ...old, open: name, user: String(id) }) })
  const Row = tab === 'service' ? ServiceRow : UserRow
  const rows = tab === 'service' ? serviceColumns() : columns()
  const instead =
    users.isError && !items ? (
      <ErrorState error={users.error} onRetry={() => users.refetch()} />
    ) : items?.length === 0 ? (
      <Nothing tab={tab} filtered={filtered} paged={filter.cursor !== undefined} />
    ) : undefined
  const footer = users.data && (
    <CursorPager
      cursor={filter.cursor}
      nextCursor={users.data.next_cursor}
      shown={users.data.items.length}
      limit={USER_PAGE_ROWS}
      noun={t('users')}
      onGo={(cursor, trail) =>
        navigate({ search: (old) => ({ ...old, cursor }), state: { trail } })
      }
    />
  )
  return (
    <>
      <UserFilters filter={filter} onAsk={ask} />
      <TablePanel
        caption={tab === 'service' ? t('Service accounts, oldest first') : t('Users, oldest first')}
        columns={rows}
        stale={users.isPlaceholderData}
        instead={instead}
        footer={footer}
      >
        {items ? (
          items.map((user) => (
            <Row key={user.id} user={user} onOpen={(name) => show(name, user.id)} />
          ))
        ) : (
          <SkeletonRows rows={4} columns={rows.length} />
        )}
      </TablePanel>
      <CreateUser opened={tab === 'people' && open === 'create'} onClose={close} />
      <Modal
        opened={tab === 'service' && open === 'create'}
        onClose={close}
        size="lg"
        title={<Text fw={620}>{t('New service account')}</Text>}
      >
        <CreateServiceAccount owner={me.username} onClose={close} />
      </Modal>
      <UserDialog
        name={open === 'create' || open === 'delete' ? undefined : open}
        user={items?.find((user) => String(user.id) === userId)}
        onClose={close}
      />
    </>
  )
}

type NothingProps = { tab: 'people' | 'service'; filtered: boolean; paged: boolean }

function Nothing({ tab, filtered, paged }: NothingProps) {
  if (filtered || paged || tab === 'people')
    return (
      <EmptyState
        icon={<IconUsers size={24} />}
        title={filtered ? t('Nothing matches the filters') : t('No users on this page')}
      >
        {filtered ? t('Clear a filter to see more.') : t('Go back to the first page.')}
      </EmptyState>
    )
  return (
    <EmptyState icon={<IconRobot size={24} />} title={t('No program has an account yet')}>
      {t(
        'A service account has no password: it calls the API with tokens that administrators make, and does what its roles allow.',
      )}
    </EmptyState>
  )
}

type FiltersProps = { filter: UserFilter; onAsk: (change: UserFilter) => void }

function UserFilters({ filter, onAsk }: FiltersProps) {
  return (
    <Paper p="md" component="search">
      <Filters set={[filter.name, filter.role, filter.state].filter(Boolean).length}>
        <TypedInput
          label={t('Name')}
          placeholder={t('Anyone')}
          value={filter.name}
          onChange={(name) => onAsk({ name })}
          w={160}
        />
        <Select
          label={t('Role')}
          placeholder={t('Any')}
          size="xs"
          w={130}
          clearable
          data={ROLES}
          value={filter.role ?? null}
          onChange={(role) => onAsk({ role: role ?? undefined })}
        />
        <Select
          label={t('State')}
          placeholder={t('Any')}
          size="xs"
          w={130}
          clearable
          data={USER_STATES}
          value={filter.state ?? null}
          onChange={(state) => onAsk({ state: state ?? undefined })}
        />
      </Filters>
    </Paper>
  )
}
