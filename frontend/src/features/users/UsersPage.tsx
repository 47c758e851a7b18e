import { Button, Paper, Select } from '@mantine/core'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { meQuery } from '~/api/auth'
import { ROLES, USER_PAGE_ROWS, USER_STATES, type UserFilter, usersQuery } from '~/api/users'
import { CursorPager } from '~/ui/CursorPager'
import { Filters } from '~/ui/Filters'
import { Page } from '~/ui/Page'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { TablePanel } from '~/ui/TablePanel'
import { TypedInput } from '~/ui/TypedInput'
import { CreateUser } from './CreateUser'
import { UserDialog, type UserDialogName } from './UserDialog'
import { UserRow } from './UserEntry'

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

export function UsersPage() {
  const isAdmin = useSuspenseQuery(meQuery()).data.role === 'admin'
  const { open, user: userId, ...filter } = route.useSearch()
  const navigate = route.useNavigate()
  const users = useQuery({ ...usersQuery(filter), enabled: isAdmin })
  const items = users.data?.items
  const filtered = [filter.name, filter.role, filter.state].some(Boolean)
  const ask = (change: UserFilter) =>
    navigate({ search: (old) => ({ ...old, ...change, cursor: undefined }), replace: true })
  const close = () =>
    navigate({ search: (old) => ({ ...old, open: undefined, user: undefined }), replace: true })
  const show = (name: UserDialogName, id: number) =>
    navigate({ search: (old) => ({ ...old, open: name, user: String(id) }) })

  if (!isAdmin) {
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
  const instead =
    users.isError && !items ? (
      <ErrorState error={users.error} onRetry={() => users.refetch()} />
    ) : items?.length === 0 ? (
      <EmptyState
        icon={<IconUsers size={24} />}
        title={filtered ? 'Nothing matches the filters' : 'No users on this page'}
      >
        {filtered ? 'Clear a filter to see more.' : 'Go back to the first page.'}
      </EmptyState>
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
    <Page
      title="Users"
      description="Who may log in, and with which role. What is changed here is in the audit log."
      aside={
        <Button
          leftSection={<IconPlus size={14} />}
          onClick={() => navigate({ search: (old) => ({ ...old, open: 'create' }) })}
        >
          New user
        </Button>
      }
    >
      <UserFilters filter={filter} onAsk={ask} />
      <TablePanel
        caption="Users, oldest first"
        columns={columns}
        stale={users.isPlaceholderData}
        instead={instead}
        footer={footer}
      >
        {items ? (
          items.map((user) => (
            <UserRow key={user.id} user={user} onOpen={(name) => show(name, user.id)} />
          ))
        ) : (
          <SkeletonRows rows={4} columns={columns.length} />
        )}
      </TablePanel>
      <CreateUser opened={open === 'create'} onClose={close} />
      <UserDialog
        name={open === 'create' ? undefined : open}
        user={items?.find((user) => String(user.id) === userId)}
        onClose={close}
      />
    </Page>
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
