import { Box } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Wordmark } from '~/ui/Logo'
import { ErrorState } from '~/ui/States'

/** What a route shows that could not be loaded or drawn. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <Box maw={640} mx="auto" mt={64} px="md" component="main">
      <Box mb="lg">
        <Wordmark />
      </Box>
      <ErrorState
        error={error}
        onRetry={() => {
          reset()
          void router.invalidate()
        }}
      />
    </Box>
  )
}
