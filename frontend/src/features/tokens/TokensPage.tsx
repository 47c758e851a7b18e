import { Badge, Button, Group, SegmentedControl, Text } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { mayEverywhere, meQuery } from '~/api/auth'
import { type ListedToken, TOKEN_PAGE_ROWS, tokensQuery } from '~/api/tokens'
import { formatDateTime, formatUntil } from '~/format/time'
import { Trans } from '~/i18n/Trans'
import { perLanguage, t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { CursorPager } from '~/ui/CursorPager'
import { Page } from '~/ui/Page'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { Table } from '~/ui/Table'
import { TablePanel } from '~/ui/TablePanel'
import { useNow } from '~/ui/useNow'
import { CreateToken } from './CreateToken'
import { RevokeToken } from './RevokeToken'

const route = getRouteApi('/console/tokens')

const userColumn = perLanguage(() => ({ label: t('User') }))
const ownColumns = perLanguage(() => [
  { label: t('Name'), width: '34%' },
  { label: t('Scopes') },
  { label: t('Created') },
  { label: t('Last used') },
  { label: t('Expires') },
  { label: t('Revoke'), hidden: true },
])

export function TokensPage() {
  const { cursor, open, revoke, of: asked } = route.useSearch()
  const navigate = route.useNavigate()
  const isAdmin = mayEverywhere(useSuspenseQuery(meQuery()).data, 'manage_users')
  const of = isAdmin ? asked : undefined
  const tokens = useQuery(tokensQuery(cursor, of))
  const items = tokens.data?.items
  const columns = of === 'everybody' ? [userColumn(), ...ownColumns()] : ownColumns()
  const create = (
    <Button
      leftSection={<IconPlus size={14} />}
      onClick={() => navigate({ search: (old) => ({ ...old, open: 'create' }) })}
    >
      {t('New token')}
    </Button>
  )

  return (
    <Page
      title={t('Tokens')}
      description={t(
        'Access to the API for scripts and tools, in your name and with no more than your rights.',
      )}
      aside={create}
    >
      {isAdmin && (
        <SegmentedControl
          w="fit-content"
          aria-label={t('Whose tokens')}
          data={[
            { value: 'own', label: t('Mine') },
            { value: 'everybody', label: t('Everybody’s') },
          ]}
          value={of ?? 'own'}
          onChange={(value) =>
            navigate({ search: { of: value === 'everybody' ? 'everybody' : undefined } })
          }
        />
      )}
      <TablePanel
        caption={
          of === 'everybody'
            ? t('Everybody’s tokens, newest first')
            : t('Your tokens, newest first')
        }
        columns={columns}
        stale={tokens.isPlaceholderData}
        instead={
          tokens.isError && !items ? (
            <ErrorState error={tokens.error} onRetry={() => tokens.refetch()} />
          ) : items?.length === 0 && cursor === undefined ? (
            <EmptyState icon={<IconKey size={24} />} title={t('No tokens yet')}>
              <Trans
                message="A token goes into the header of each request: <code>Authorization: Bearer TOKEN</code>"
                parts={{ code: (text) => <code>{text}</code> }}
              />
            </EmptyState>
          ) : undefined
        }
        footer={
          tokens.data && (
            <CursorPager
              cursor={cursor}
              nextCursor={tokens.data.next_cursor}
              shown={tokens.data.items.length}
              limit={TOKEN_PAGE_ROWS}
              noun={t('tokens')}
              onGo={(next, trail) => navigate({ search: { of, cursor: next }, state: { trail } })}
            />
          )
        }
      >
        {items ? (
          items.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              onRevoke={() => navigate({ search: (old) => ({ ...old, revoke: String(token.id) }) })}
            />
          ))
        ) : (
          <SkeletonRows rows={3} columns={columns.length} />
        )}
      </TablePanel>
      <CreateToken
        opened={open === 'create'}
        onClose={() => navigate({ search: (old) => ({ ...old, open: undefined }), replace: true })}
      />
      <RevokeToken
        token={items?.find((token) => String(token.id) === revoke)}
        onClose={() =>
          navigate({ search: (old) => ({ ...old, revoke: undefined }), replace: true })
        }
      />
    </Page>
  )
}

function TokenRow({ token, onRevoke }: { token: ListedToken; onRevoke: () => void }) {
  const until = formatUntil(token.expires_at, useNow())
  return (
    <Table.Tr>
      {token.username !== undefined && <Table.Td>{token.username}</Table.Td>}
      <Table.Td fw={550}>{token.name}</Table.Td>
      <Table.Td>
        <Group gap={4}>
          {token.scopes.map((scope) => (
            <Badge key={scope} color="gray">
              {scope}
            </Badge>
          ))}
        </Group>
      </Table.Td>
      <Table.Td>
        <Age time={token.created_at} />
      </Table.Td>
      <Table.Td>{token.last_used_at ? <Age time={token.last_used_at} /> : t('never')}</Table.Td>
      <Table.Td title={formatDateTime(token.expires_at)}>
        <Text span inherit c={until === 'expired' ? 'red' : undefined}>
          {until}
        </Text>
      </Table.Td>
      <Table.Td ta="right">
        <Button
          variant="subtle"
          color="red"
          size="compact-xs"
          onClick={onRevoke}
          aria-label={t('Revoke token {name}', { name: token.name })}
        >
          {t('Revoke…')}
        </Button>
      </Table.Td>
    </Table.Tr>
  )
}
