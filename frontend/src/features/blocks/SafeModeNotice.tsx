import { Alert } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import type { BlockHealth } from '~/api/blocks'
import { formatCount } from '~/format/count'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { Age } from '~/ui/Age'

type SafeMode = NonNullable<BlockHealth['safe_mode']>

/** Nothing is healed yet: why, since when, and how it ends. */
export function SafeModeNotice({ safeMode }: { safeMode: SafeMode }) {
  const looked = safeMode.sampled ? t('a sample of blocks') : t('all blocks')
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconHourglass />}
      title={t('Safe mode: nothing is healed yet')}
      role="status"
    >
      <Trans
        message="Datanodes are still missing after a restart ({missing_storages} of {storages} storages). Of {looked}, {reachable} of {blocks} can be reached and {needed} must be. Files are served meanwhile. Began {age}; ends by itself, or with hdfs dfsadmin -safemode leave."
        values={{
          missing_storages: formatCount(safeMode.missing_storages),
          storages: formatCount(safeMode.storages),
          looked,
          reachable: formatCount(safeMode.reachable),
          blocks: formatCount(safeMode.blocks),
          needed: formatCount(safeMode.needed),
          age: <Age time={safeMode.since} />,
        }}
      />
    </Alert>
  )
}
