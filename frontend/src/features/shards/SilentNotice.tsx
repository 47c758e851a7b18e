import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'

/** Who is missing in what is shown. */
export function SilentNotice({ silent }: { silent: string[] }) {
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<IconAlertTriangle />}
      title="Not everyone answered"
    >
      The load that came from {silent.join(', ')} is missing here.
    </Alert>
  )
}
