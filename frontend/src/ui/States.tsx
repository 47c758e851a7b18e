import { Alert, Button, Group, List, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { explainError, mayAskAgain } from '~/api/problem'
import { t } from '~/i18n/t'
import classes from './States.module.css'
import { Table } from './Table'

type ErrorStateProps = { error: unknown; onRetry?: () => void }

/** What went wrong in words, what to do, and a way to try again where that can help. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const { title, detail, advice, fields } = explainError(error)
  const named = Object.entries(fields)
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle />} title={title} role="alert">
      <Stack gap={6} align="flex-start">
        {detail && <Text size="sm">{detail}</Text>}
        {named.length > 0 && (
          <List size="sm">
            {named.map(([name, message]) => (
              <List.Item key={name}>
                <b>{name}</b>: {message}
              </List.Item>
            ))}
          </List>
        )}
        {advice && <Text size="sm">{advice}</Text>}
        {onRetry && mayAskAgain(error) && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={14} />}
            onClick={onRetry}
            mt={4}
          >
            {t('Try again')}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

type EmptyStateProps = {
  icon: ReactNode
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py={56} px="md" ta="center">
      <div className={classes.emptyIcon} aria-hidden="true">
        {icon}
      </div>
      <Text fw={600} component="div">
        {title}
      </Text>
      {children && (
        <Text size="sm" c="dimmed" maw={460} component="div" className={classes.emptyText}>
          {children}
        </Text>
      )}
      {action && <Group mt="xs">{action}</Group>}
    </Stack>
  )
}

/** A line of small text that is to come, as high as it will be. */
export function LineSkeleton() {
  return (
    <Text size="sm" component="div">
      <Skeleton height="1lh" width="40%" />
    </Text>
  )
}

/** Rows of the height that real rows have, so that nothing jumps when they arrive. */
export function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
    <Table.Tr key={row} aria-hidden="true">
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Table.Td key={column}>
          <Skeleton
            height={12}
            my={4}
            width={column === 0 ? `${78 - ((row * 17) % 40)}%` : '70%'}
          />
        </Table.Td>
      ))}
    </Table.Tr>
  ))
}
