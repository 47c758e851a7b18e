import { Paper, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { detailsQuery, type Entry } from '~/api/namespace'
import { ErrorState } from '~/ui/States'
import { ChangesSection } from './ChangesSection'
import { DetailFacts } from './DetailFacts'
import { EntryFacts } from './EntryFacts'
import { FileBlocks } from './FileBlocks'
import { FileChecksum } from './FileChecksum'
import { FilePreview } from './FilePreview'
import { HeldBySnapshots } from './HeldBySnapshots'

/** One file or symbolic link, in place of a list. */
export function FileView({ entry }: { entry: Entry }) {
  const details = useQuery(detailsQuery(entry.path))
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Paper p="md">
          <EntryFacts entry={entry} />
        </Paper>
        <Paper p="md">
          {details.isError && !details.data && (
            <ErrorState error={details.error} onRetry={() => details.refetch()} />
          )}
          {details.isPending && <Skeleton height={180} aria-busy="true" />}
          {details.data && <DetailFacts details={details.data} order={2} />}
        </Paper>
      </SimpleGrid>
      {entry.kind === 'file' && entry.size_bytes > 0 && <FilePreview path={entry.path} />}
      {details.data && entry.kind === 'file' && (
        <FileBlocks blocks={details.data.blocks} inDatabase={entry.in_database} />
      )}
      {entry.kind === 'file' && <FileChecksum path={entry.path} />}
      {details.data && <HeldBySnapshots snapshots={details.data.snapshots} />}
      <ChangesSection path={entry.path} />
    </Stack>
  )
}
