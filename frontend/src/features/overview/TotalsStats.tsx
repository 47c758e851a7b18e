import type { Overview } from '~/api/cluster'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatCount, formatCountShort } from '~/format/count'
import { t } from '~/i18n/t'
import { Stat } from '~/ui/Stat'

export function TotalsStats({ overview }: { overview: Overview | null | undefined }) {
  return (
    <>
      <Stat
        label={t('Files')}
        value={shown(overview, ({ files }) => formatCountShort(files))}
        title={overview ? formatCount(overview.files) : undefined}
        hint={t('in the whole namespace')}
      />
      <Stat
        label={t('Directories')}
        value={shown(overview, ({ directories }) => formatCountShort(directories))}
        title={overview ? formatCount(overview.directories) : undefined}
        hint={t('the root included')}
      />
      <Stat
        label={t('Bytes')}
        value={shown(overview, ({ length_bytes }) => formatBytes(length_bytes))}
        title={overview ? formatBytesExactly(overview.length_bytes) : undefined}
        hint={t('of file contents, each once')}
      />
    </>
  )
}

function shown(overview: Overview | null | undefined, text: (overview: Overview) => string) {
  return overview === null ? '–' : overview && text(overview)
}
