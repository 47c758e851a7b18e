import { Button } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '~/ui/States'

export function PageNotFound() {
  return (
    <main>
      <EmptyState
        icon={<IconMapOff size={24} />}
        title="This burrow leads nowhere"
        action={
          <Button renderRoot={(props) => <Link to="/" {...props} />} variant="light">
            Go to the overview
          </Button>
        }
      >
        The console has no page at this address. The link may be old or mistyped.
      </EmptyState>
    </main>
  )
}
