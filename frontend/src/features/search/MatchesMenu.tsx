import { Button, Menu } from '@mantine/core'
import { SELECTED_KINDS, type SelectedKind } from '~/api/jobs'
import { useOperateRefusal } from '~/features/jobs/useOperateRefusal'
import { kindLabel } from '~/features/jobs/wording'
import { ActionMenuItem } from '~/ui/ActionButton'

/** The jobs that can be prepared for all matches, on whichever page they are. */
export function MatchesMenu({ onChoose }: { onChoose: (kind: SelectedKind) => void }) {
  const refusal = useOperateRefusal()
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button variant="default" size="xs">
          Change all…
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {SELECTED_KINDS.map((kind) => (
          <ActionMenuItem
            key={kind}
            color={kind === 'delete' ? 'red' : undefined}
            disabledReason={refusal}
            onClick={() => onChoose(kind)}
          >
            {kindLabel(kind)}…
          </ActionMenuItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
