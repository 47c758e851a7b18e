import { Box, Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { t } from '~/i18n/t'

type PageProps = {
  title: string
  description?: ReactNode
  /** Right of the title: data age and actions. Its place is kept while it is not known yet. */
  aside?: ReactNode
  children: ReactNode
}

/** The frame that every page shares: one h1, one width, one rhythm. */
export function Page(props: PageProps) {
  const { title, description, aside, children } = props
  useDocumentTitle(`${title} · Warren`)
  return (
    <Stack gap="md" maw={1440} mx="auto" w="100%" flex={1}>
      <Group justify="space-between" align="flex-end" gap="md" mih={44}>
        <Box>
          <Title order={1}>{title}</Title>
          {description && (
            <Text size="sm" c="dimmed" component="div">
              {description}
            </Text>
          )}
        </Box>
        {'aside' in props && (
          <Group gap="sm" mih={30}>
            {aside}
          </Group>
        )}
      </Group>
      {children}
      {/* At the window's end, where it does not move with what is loaded above it. */}
      <Text size="xs" c="dimmed" component="p" m={0} mt="auto">
        {t(
          'All times are UTC, in filters, lists, reports and exports alike. Sizes count in 1,024s.',
        )}
      </Text>
    </Stack>
  )
}
