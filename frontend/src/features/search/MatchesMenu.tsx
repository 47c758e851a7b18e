import { Button, Menu } from '@mantine/core'
import { SELECTED_KINDS, type SelectedKind } from '~/api/jobs'
import { useOperateRefusal } from '~/features/jobs/useOperateRefusal'
import { kindLabel } from '~/features/jobs/wording'
import { ActionMenuItem } from '~/ui/ActionButton'

type MatchesMenuProps = {
  /** How many matches are ticked; with none it is about all of them. */
  ticked: number
  onChoose: (kind: SelectedKind) => void
}

/** The jobs that can be prepared for matches, on whichever page they are. */
export function MatchesMenu({ ticked, onChoose }: MatchesMenuProps) {
  const refusal = useOperateRefusal()
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button variant="default" size="xs">
          {ticked > 0 ? `Change ${ticked} ticked…` : 'Change all…'}
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
