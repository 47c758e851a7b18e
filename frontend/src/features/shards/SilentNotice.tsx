import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { t } from '~/i18n/t'

/** Who is missing in what is shown. */
export function SilentNotice({ silent }: { silent: string[] }) {
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<IconAlertTriangle />}
      title={t('Not everyone answered')}
    >
      {t('The load that came from {silent} is missing here.', { silent: silent.join(', ') })}
    </Alert>
  )
}
