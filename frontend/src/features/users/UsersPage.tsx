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

const columns = [
  { label: 'Name', width: '26%' },
  { label: 'Role' },
  { label: 'From' },
  { label: 'In HDFS' },
  { label: 'State' },
  { label: 'Last login' },
  { label: 'Created' },
  { label: 'Actions', hidden: true },
]

const serviceColumns = [
  { label: 'Name', width: '22%' },
  { label: 'Roles' },
  { label: 'Owner' },
  { label: 'In HDFS' },
  { label: 'State' },
  { label: 'Last used' },
  { label: 'Created' },
  { label: 'Actions', hidden: true },
]

const TABS = [
  { value: 'people', label: 'People' },
  { value: 'service', label: 'Service accounts' },
  { value: 'roles', label: 'Roles' },
  { value: 'groups', label: 'Groups' },
] as const
type Tab = (typeof TABS)[number]['value']

const NEW: Record<Tab, string> = {
  people: 'New user',
  service: 'New service account',
  roles: 'New role',
  groups: 'New role of a group',
}

export function UsersPage() {
  const { data: me } = useSuspenseQuery(meQuery())
  const { tab = 'people' } = route.useSearch()
  const navigate = route.useNavigate()
  if (!mayEverywhere(me, 'manage_users')) {
    return (
      <Page title="Users">
        <Paper>
          <EmptyState icon={<IconUsers size={24} />} title="Administrators manage users">
            Your own password and sessions are on the page Account.
          </EmptyState>
        </Paper>
      </Page>
    )
  }
  return (
    <Page
      title="Users"
      description="Who may log in, and with which role. What is changed here is in the audit log."
      aside={
        <Button
          leftSection={<IconPlus size={14} />}
          onClick={() => navigate({ search: (old) => ({ ...old, open: 'create' }) })}
        >
          {NEW[tab]}
        </Button>
      }
    >
      <SegmentedControl
        w="fit-content"
        maw="100%"
        aria-label="What is shown"
        size="xs"
        data={[...TABS]}
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
  const rows = tab === 'service' ? serviceColumns : columns
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
      noun="users"
      onGo={(cursor, trail) =>
        navigate({ search: (old) => ({ ...old, cursor }), state: { trail } })
      }
    />
  )
  return (
    <>
      <UserFilters filter={filter} onAsk={ask} />
      <TablePanel
        caption={tab === 'service' ? 'Service accounts, oldest first' : 'Users, oldest first'}
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
        title={<Text fw={620}>New service account</Text>}
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
        title={filtered ? 'Nothing matches the filters' : 'No users on this page'}
      >
        {filtered ? 'Clear a filter to see more.' : 'Go back to the first page.'}
      </EmptyState>
    )
  return (
    <EmptyState icon={<IconRobot size={24} />} title="No program has an account yet">
      A service account has no password: it calls the API with tokens that administrators make, and
      does what its roles allow.
    </EmptyState>
  )
}

type FiltersProps = { filter: UserFilter; onAsk: (change: UserFilter) => void }

function UserFilters({ filter, onAsk }: FiltersProps) {
  return (
    <Paper p="md" component="search">
      <Filters set={[filter.name, filter.role, filter.state].filter(Boolean).length}>
        <TypedInput
          label="Name"
          placeholder="Anyone"
          value={filter.name}
          onChange={(name) => onAsk({ name })}
          w={160}
        />
        <Select
          label="Role"
          placeholder="Any"
          size="xs"
          w={130}
          clearable
          data={ROLES}
          value={filter.role ?? null}
          onChange={(role) => onAsk({ role: role ?? undefined })}
        />
        <Select
          label="State"
          placeholder="Any"
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
