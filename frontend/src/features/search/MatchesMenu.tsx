import type { SelectedKind } from '~/api/jobs'
import { PrepareMenu } from '~/features/jobs/PrepareMenu'
import { t } from '~/i18n/t'

type MatchesMenuProps = {
  /** How many matches are ticked; with none it is about all of them. */
  ticked: number
  onChoose: (kind: SelectedKind) => void
}

/** The jobs that can be prepared for matches, on whichever page they are. */
export function MatchesMenu({ ticked, onChoose }: MatchesMenuProps) {
  const label = ticked > 0 ? t('Change {ticked} ticked…', { ticked }) : t('Change all…')
  return <PrepareMenu label={label} onChoose={onChoose} />
}
