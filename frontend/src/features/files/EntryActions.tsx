import { Button, Menu } from '@mantine/core'
import {
  IconChevronDown,
  IconCopy,
  IconDatabase,
  IconFolderSymlink,
  IconGauge,
  IconLock,
  IconPuzzle,
  IconRestore,
  IconTag,
  IconTrash,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { meQuery, type Permission, refusalAt } from '~/api/auth'
import { STARTED_KINDS, type StartedKind } from '~/api/jobs'
import type { Entry } from '~/api/namespace'
import { kindLabel } from '~/features/jobs/wording'
import { ROOT } from '~/format/path'
import { formerPathOf } from '~/format/trash'
import { t } from '~/i18n/t'
import { ActionMenuItem } from '~/ui/ActionButton'
import { ActItems } from './acts/ActItems'
import type { FileAct } from './acts/acts'

const icons: Record<StartedKind, typeof IconGauge> = {
  set_quota: IconGauge,
  set_owner: IconUser,
  set_permission: IconLock,
  set_replication: IconCopy,
  set_storage_policy: IconDatabase,
  set_erasure_coding: IconPuzzle,
  set_acl: IconUsersGroup,
  set_xattr: IconTag,
  move: IconFolderSymlink,
  delete: IconTrash,
  restore: IconRestore,
}

/** Any of these opens the dialog; the platform judges what is chosen there. */
const permissionsFor: Record<StartedKind, readonly Permission[]> = {
  set_quota: ['set_quotas'],
  set_owner: ['change_owners'],
  set_permission: ['change_owners'],
  set_replication: ['change_storage'],
  set_storage_policy: ['change_storage'],
  set_erasure_coding: ['change_storage'],
  set_acl: ['change_owners'],
  set_xattr: ['change_owners'],
  move: ['move'],
  delete: ['delete', 'delete_for_good'],
  restore: ['restore'],
}

type EntryActionsProps = {
  path: string
  /** Undefined while it is not known, or when there is no such entry. */
  kind: Entry['kind'] | undefined
  label: string
  fullWidth?: boolean
  /** What of that is offered which is done at once. */
  acts: readonly FileAct[]
  onAct: (act: FileAct) => void
  onChoose: (kind: StartedKind) => void
}

/** What can be done with an entry, at once or by a job; what can't be says why. */
export function EntryActions(props: EntryActionsProps) {
  const { path, kind, label, fullWidth, acts, onAct, onChoose } = props
  const { data: me } = useSuspenseQuery(meQuery())
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          variant="default"
          fullWidth={fullWidth}
          rightSection={<IconChevronDown size={14} />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ActItems path={path} kind={kind} acts={acts} onAct={onAct} />
        {STARTED_KINDS.filter((job) => fits(job, path)).map((job) => {
          const Icon = icons[job]
          return (
            <ActionMenuItem
              key={job}
              leftSection={<Icon size={15} />}
              color={job === 'delete' ? 'red' : undefined}
              disabledReason={
                refusalAt(me, permissionsFor[job], placeOf(job, path)) ?? whyNot(job, path, kind)
              }
              onClick={() => onChoose(job)}
            >
              {kindLabel(job)}…
            </ActionMenuItem>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}

/** What is restored is judged by where it was. */
function placeOf(job: StartedKind, path: string): string {
  return job === 'restore' ? (formerPathOf(path) ?? path) : path
}

/** Restoring is nothing that other places could ever offer; one entry is moved at once. */
function fits(job: StartedKind, path: string): boolean {
  return job !== 'move' && (job !== 'restore' || formerPathOf(path) !== undefined)
}

function whyNot(
  job: StartedKind,
  path: string,
  kind: Entry['kind'] | undefined,
): string | undefined {
  if (kind === undefined) return t('There is nothing at this path')
  if (job === 'set_quota' && kind !== 'directory') return t('Only directories have quotas')
  if (job === 'set_erasure_coding' && kind !== 'directory')
    return t('How a file is stored is fixed when it is made')
  if (job === 'delete' && path === ROOT) return t('The root directory can’t be deleted')
  return undefined
}
