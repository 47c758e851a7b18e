import { List, Text } from '@mantine/core'
import type { Job } from '~/api/jobs'
import { t } from '~/i18n/t'
import { objectionNames } from '~/ui/takeOverWords'

/** What spoke against a job when it was asked for. */
export function Despite({ job }: { job: Job }) {
  const { despite } = job.parameters
  if (!despite || despite.length === 0) return null
  return (
    <div>
      <Text size="sm">{t('It was asked for although:')}</Text>
      <List size="sm">
        {despite.map((each) => (
          <List.Item key={each}>{objectionNames()[each]}</List.Item>
        ))}
      </List>
    </div>
  )
}
