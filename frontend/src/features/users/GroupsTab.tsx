import { ActionIcon, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconTrash, IconUsersGroup } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { explainError } from '~/api/problem'
import {
  type GroupAssignment,
  type GroupAssignmentWriteRequest,
  giveGroup,
  groupAssignmentsQuery,
  roleKeys,
  takeFromGroup,
} from '~/api/roles'
import { userKeys } from '~/api/users'
import { Trans } from '~/i18n/Trans'
import { perLanguage, t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { notifyDone } from '~/ui/notify'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { RoleAndPlace } from './AssignmentFields'
import { Confirm } from './Confirm'
import { describePlaces, wanted } from './paths'
import { nameOfOrigin } from './roles'

const route = getRouteApi('/console/users')

const columns = perLanguage(() => [
  { label: t('Group'), width: '28%' },
  { label: t('From') },
  { label: t('Role') },
  { label: t('Where') },
  { label: t('Delete'), hidden: true },
])

const originNames = perLanguage(() => [
  { value: 'ldap', label: nameOfOrigin().ldap },
  { value: 'oidc', label: nameOfOrigin().oidc },
])

/** Which groups of the organisation give roles, besides those of the settings. */
export function GroupsTab() {
  const { open, held } = route.useSearch()
  const navigate = route.useNavigate()
  const groups = useQuery(groupAssignmentsQuery())
  const close = () =>
    navigate({ search: (old) => ({ ...old, open: undefined, held: undefined }), replace: true })
  const opened = groups.data?.items.find((each) => String(each.id) === held)
  const instead =
    groups.isError && !groups.data ? (
      <ErrorState error={groups.error} onRetry={() => groups.refetch()} />
    ) : groups.data?.items.length === 0 ? (
      <EmptyState icon={<IconUsersGroup size={24} />} title={t('No group gives a further role')}>
        {t(
          'The settings say which groups make viewers, operators and administrators. Here groups get roles of your making, or roles that hold below some paths.',
        )}
      </EmptyState>
    ) : undefined
  return (
    <>
      <TablePanel caption={t('Groups that give roles')} columns={columns()} instead={instead}>
        {groups.data ? (
          groups.data.items.map((each) => (
            <Table.Tr key={each.id}>
              <Table.Td fw={550} style={{ overflowWrap: 'anywhere' }}>
                {each.group}
              </Table.Td>
              <Table.Td>{nameOfOrigin()[each.origin]}</Table.Td>
              <Table.Td>{each.role}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{describePlaces(each.paths)}</Table.Td>
              <Table.Td ta="right">
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={t('Take {role} from {group}', { role: each.role, group: each.group })}
                  onClick={() =>
                    navigate({
                      search: (old) => ({ ...old, open: 'delete', held: String(each.id) }),
                    })
                  }
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </Table.Td>
            </Table.Tr>
          ))
        ) : (
          <SkeletonRows rows={3} columns={columns().length} />
        )}
      </TablePanel>
      <Modal
        opened={open === 'create'}
        onClose={close}
        title={<Text fw={620}>{t('Role of a group')}</Text>}
      >
        <GiveGroup onClose={close} />
      </Modal>
      <Modal
        opened={open === 'delete' && opened !== undefined}
        onClose={close}
        title={
          <Text fw={620}>
            <Trans message="Take the role {role}?" values={{ role: opened?.role }} />
          </Text>
        }
      >
        {opened && <TakeFromGroup given={opened} onClose={close} />}
      </Modal>
    </>
  )
}

type GiveGroupValues = {
  origin: GroupAssignmentWriteRequest['origin']
  group: string
  role: string
  lines: string
}

function GiveGroup({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const [values, setValues] = useState<GiveGroupValues>({
    origin: 'ldap',
    group: '',
    role: 'operator',
    lines: '',
  })
  const give = useMutation({
    mutationFn: () =>
      giveGroup({ origin: values.origin, group: values.group.trim(), ...wanted(values) }),
    onSuccess: ({ group, role }) => {
      notifyDone(
        t('Role given'),
        t('{group} gives {role} from each user’s next login on.', { group, role }),
      )
      onClose()
      void queryClient.invalidateQueries({ queryKey: roleKeys.all })
    },
  })
  const refused = give.isError ? explainError(give.error).fields : {}
  const change = (changed: Partial<GiveGroupValues>) => setValues((old) => ({ ...old, ...changed }))
  return (
    <Stack gap="md">
      {give.isError && Object.keys(refused).length === 0 && <ErrorState error={give.error} />}
      <Select
        label={t('From')}
        data={originNames()}
        allowDeselect={false}
        value={values.origin}
        onChange={(origin) => change({ origin: origin === 'oidc' ? 'oidc' : 'ldap' })}
      />
      <TextInput
        label={t('Group')}
        description={t('As the directory, or the provider’s claim, names it.')}
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={values.group}
        onChange={(event) => change({ group: event.currentTarget.value })}
        error={refused.group}
      />
      <RoleAndPlace role={values.role} lines={values.lines} errors={refused} onChange={change} />
      <Group justify="flex-end" gap="xs">
        <ActionButton variant="default" onClick={onClose}>
          {t('Close')}
        </ActionButton>
        <ActionButton
          loading={give.isPending}
          disabledReason={values.group.trim() === '' ? t('Enter a group') : undefined}
          onClick={() => give.mutate()}
        >
          {t('Give role')}
        </ActionButton>
      </Group>
    </Stack>
  )
}

function TakeFromGroup({ given, onClose }: { given: GroupAssignment; onClose: () => void }) {
  const queryClient = useQueryClient()
  const take = useMutation({
    mutationFn: () => takeFromGroup(given.id),
    onSuccess: () => {
      notifyDone(
        t('Role taken'),
        t('{group} gives {role} no more.', { group: given.group, role: given.role }),
      )
      onClose()
      void queryClient.invalidateQueries({ queryKey: roleKeys.all })
      void queryClient.invalidateQueries({ queryKey: userKeys.all })
    },
  })
  return (
    <Stack gap="md">
      <Text size="sm">
        {t(
          'Who got it from the group {group} loses it at once, with his sessions, exports and running queries.',
          { group: given.group },
        )}
      </Text>
      <Confirm change={take} label={t('Take role')} onClose={onClose} />
    </Stack>
  )
}
