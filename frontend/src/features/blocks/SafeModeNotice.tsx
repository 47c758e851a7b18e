import { Alert } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import type { BlockHealth } from '~/api/blocks'
import { formatCount } from '~/format/count'
import { Age } from '~/ui/Age'

type SafeMode = NonNullable<BlockHealth['safe_mode']>

/** Nothing is healed yet: why, since when, and how it ends. */
export function SafeModeNotice({ safeMode }: { safeMode: SafeMode }) {
  const looked = safeMode.sampled ? 'a sample of blocks' : 'all blocks'
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconHourglass />}
      title="Safe mode: nothing is healed yet"
      role="status"
    >
      Datanodes are still missing after a restart ({formatCount(safeMode.missing_storages)} of{' '}
      {formatCount(safeMode.storages)} storages). Of {looked}, {formatCount(safeMode.reachable)} of{' '}
      {formatCount(safeMode.blocks)} can be reached and {formatCount(safeMode.needed)} must be.
      Files are served meanwhile. Began <Age time={safeMode.since} />; ends by itself, or with hdfs
      dfsadmin -safemode leave.
    </Alert>
  )
}
