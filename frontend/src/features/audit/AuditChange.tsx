import { Box, Code, Group, SimpleGrid, Text } from '@mantine/core'
import type { AuditEntry } from '~/api/audit'
import { CopyButton } from '~/ui/CopyButton'

/** What one audited action found and what it left. */
export function AuditChange({ item }: { item: AuditEntry }) {
  return (
    <Box py={4} pl={20}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Side title="Before" value={item.before} />
        <Side title="After" value={item.after} />
      </SimpleGrid>
      {item.request_id && (
        <Group gap={4} mt="xs">
          <Text size="xs" c="dimmed">
            Request{' '}
            <Text span ff="monospace">
              {item.request_id}
            </Text>
          </Text>
          <CopyButton value={item.request_id} what="request id" />
        </Group>
      )}
    </Box>
  )
}

function Side({ title, value }: { title: string; value: AuditEntry['before'] }) {
  return (
    <Box>
      <Text size="xs" c="dimmed" fw={550} mb={4}>
        {title}
      </Text>
      {value === null ? (
        <Text size="sm" c="dimmed">
          Nothing recorded
        </Text>
      ) : (
        <Code block tabIndex={0}>
          {JSON.stringify(value, null, 2)}
        </Code>
      )}
    </Box>
  )
}
