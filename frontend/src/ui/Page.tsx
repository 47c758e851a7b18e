import { Box, Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { t } from '~/i18n/t'

type PageProps = {
  title: string
  description?: ReactNode
  /** Right of the title: data age and actions. */
  aside?: ReactNode
  children: ReactNode
}

/** The frame that every page shares: one h1, one width, one rhythm. */
export function Page({ title, description, aside, children }: PageProps) {
  useDocumentTitle(`${title} · Warren`)
  return (
    <Stack gap="md" maw={1440} mx="auto" w="100%">
      <Group justify="space-between" align="flex-end" gap="md" mih={44}>
        <Box>
          <Title order={1}>{title}</Title>
          {description && (
            <Text size="sm" c="dimmed" component="div">
              {description}
            </Text>
          )}
        </Box>
        {aside && <Group gap="sm">{aside}</Group>}
      </Group>
      {children}
      <Text size="xs" c="dimmed" component="p" m={0}>
        {t(
          'All times are UTC, in filters, lists, reports and exports alike. Sizes count in 1,024s.',
        )}
      </Text>
    </Stack>
  )
}
