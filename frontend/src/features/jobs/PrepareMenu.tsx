import { Button, Menu } from '@mantine/core'
import { SELECTED_KINDS, type SelectedKind } from '~/api/jobs'
import { ActionButton, ActionMenuItem } from '~/ui/ActionButton'
import { useOperateRefusal } from './useOperateRefusal'
import { kindLabel } from './wording'

type PrepareMenuProps = {
  label: string
  /** Why nothing can be prepared here, whoever asks. */
  refusal?: string
  onChoose: (kind: SelectedKind) => void
}

/** The jobs that can be prepared for entries that are chosen one by one. */
export function PrepareMenu({ label, refusal, onChoose }: PrepareMenuProps) {
  const disabledReason = useOperateRefusal()
  if (refusal !== undefined) {
    return (
      <ActionButton variant="default" size="xs" disabledReason={refusal}>
        {label}
      </ActionButton>
    )
  }
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button variant="default" size="xs">
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {SELECTED_KINDS.map((kind) => (
          <ActionMenuItem
            key={kind}
            color={kind === 'delete' ? 'red' : undefined}
            disabledReason={disabledReason}
            onClick={() => onChoose(kind)}
          >
            {kindLabel(kind)}…
          </ActionMenuItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
