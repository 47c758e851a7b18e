import { Box, Code, Group, SimpleGrid, Text } from '@mantine/core'
import type { AuditEntry } from '~/api/audit'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { CopyButton } from '~/ui/CopyButton'

/** What one audited action found and what it left. */
export function AuditChange({ item }: { item: AuditEntry }) {
  return (
    <Box py={4} pl={20}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Side title={t('Before')} value={item.before} />
        <Side title={t('After')} value={item.after} />
      </SimpleGrid>
      {item.request_id && (
        <Group gap={4} mt="xs">
          <Text size="xs" c="dimmed">
            <Trans
              message="Request <text>{request_id}</text>"
              values={{ request_id: item.request_id }}
              parts={{
                text: (text) => (
                  <Text span ff="monospace">
                    {text}
                  </Text>
                ),
              }}
            />
          </Text>
          <CopyButton value={item.request_id} what={t('request id')} />
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
          {t('Nothing recorded')}
        </Text>
      ) : (
        <Code block tabIndex={0}>
          {JSON.stringify(value, null, 2)}
        </Code>
      )}
    </Box>
  )
}
