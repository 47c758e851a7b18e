import { Button, Menu } from '@mantine/core'
import {
  IconChevronDown,
  IconGauge,
  IconLock,
  IconRestore,
  IconTrash,
  IconUser,
} from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { meQuery, type Permission, refusalAt } from '~/api/auth'
import { STARTED_KINDS, type StartedKind } from '~/api/jobs'
import type { Entry } from '~/api/namespace'
import { kindLabel } from '~/features/jobs/wording'
import { ROOT } from '~/format/path'
import { formerPathOf } from '~/format/trash'
import { ActionMenuItem } from '~/ui/ActionButton'

const icons: Record<StartedKind, typeof IconGauge> = {
  set_quota: IconGauge,
  set_owner: IconUser,
  set_permission: IconLock,
  delete: IconTrash,
  restore: IconRestore,
}

/** Any of these opens the dialog; the platform judges what is chosen there. */
const permissionsFor: Record<StartedKind, readonly Permission[]> = {
  set_quota: ['set_quotas'],
  set_owner: ['change_owners'],
  set_permission: ['change_owners'],
  delete: ['delete', 'delete_for_good'],
  restore: ['restore'],
}

type EntryActionsProps = {
  path: string
  /** Undefined while it is not known, or when there is no such entry. */
  kind: Entry['kind'] | undefined
  label: string
  fullWidth?: boolean
  onChoose: (kind: StartedKind) => void
}

/** The jobs that can be prepared for an entry; those that can't say why. */
export function EntryActions({ path, kind, label, fullWidth, onChoose }: EntryActionsProps) {
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

/** Restoring is nothing that other places could ever offer. */
function fits(job: StartedKind, path: string): boolean {
  return job !== 'restore' || formerPathOf(path) !== undefined
}

function whyNot(
  job: StartedKind,
  path: string,
  kind: Entry['kind'] | undefined,
): string | undefined {
  if (kind === undefined) return 'There is nothing at this path'
  if (job === 'set_quota' && kind !== 'directory') return 'Only directories have quotas'
  if (job === 'delete' && path === ROOT) return 'The root directory can’t be deleted'
  return undefined
}
