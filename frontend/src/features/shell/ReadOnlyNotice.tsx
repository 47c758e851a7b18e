import { Alert } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { Cluster } from '~/api/cluster'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { Age } from '~/ui/Age'

type ReadOnly = NonNullable<Cluster['read_only']>

/** Nothing can be changed: since when, because of whom, and how it ends. */
export default function ReadOnlyNotice({ readOnly }: { readOnly: ReadOnly }) {
  const who = readOnly.by ?? t('Somebody')
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<IconLock />}
      title={t('Safe mode: all files are read-only')}
      role="status"
      mb="md"
    >
      {readOnly.since === null ? (
        t('{who} turned it on.', { who })
      ) : (
        <Trans
          message="{who} turned it on {age}."
          values={{ who, age: <Age time={readOnly.since} /> }}
        />
      )}{' '}
      {t(
        'Files can be read; changes are refused and jobs stand still until it is turned off with hdfs dfsadmin -safemode leave.',
      )}
    </Alert>
  )
}
