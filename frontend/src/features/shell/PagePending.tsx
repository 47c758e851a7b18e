import { Paper, Skeleton, Stack } from '@mantine/core'

/** A page's outline while its code arrives. */
export function PagePending() {
  return (
    <Stack gap="md" maw={1440} mx="auto" aria-busy="true">
      <Skeleton height={26} width={180} my={9} />
      <Paper p="md">
        <Stack gap="sm">
          {['82%', '64%', '75%', '58%', '70%', '61%'].map((width) => (
            <Skeleton key={width} height={14} width={width} />
          ))}
        </Stack>
      </Paper>
    </Stack>
  )
}
