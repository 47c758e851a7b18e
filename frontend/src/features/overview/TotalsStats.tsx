import type { Overview } from '~/api/cluster'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatCount, formatCountShort } from '~/format/count'
import { Stat } from '~/ui/Stat'

export function TotalsStats({ overview }: { overview: Overview | undefined }) {
  return (
    <>
      <Stat
        label="Files"
        value={overview && formatCountShort(overview.files)}
        title={overview && formatCount(overview.files)}
        hint="in the whole namespace"
      />
      <Stat
        label="Directories"
        value={overview && formatCountShort(overview.directories)}
        title={overview && formatCount(overview.directories)}
        hint="the root included"
      />
      <Stat
        label="Bytes"
        value={overview && formatBytes(overview.length_bytes)}
        title={overview && formatBytesExactly(overview.length_bytes)}
        hint="of file contents, each once"
      />
    </>
  )
}
