import { Menu, Progress, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { QuotaUse } from '~/api/quotas'
import { useRefusalAt } from '~/features/jobs/useOperateRefusal'
import { formatBytes, formatBytesExactly } from '~/format/bytes'
import { formatCount, formatShare, percentOf } from '~/format/count'
import { visibleName } from '~/format/path'
import { formatDate, formatDateTime } from '~/format/time'
import { t } from '~/i18n/t'
import { ActionMenuItem } from '~/ui/ActionButton'
import { PathText } from '~/ui/PathText'
import { RowMenu } from '~/ui/RowMenu'
import { Table } from '~/ui/Table'
import { TextLink } from '~/ui/TextLink'
import { useNow } from '~/ui/useNow'
import { rowLinkProps } from '~/ui/useRowKeys'
import { growthText, limitText, urgencyColours, urgencyOf } from './wording'

type QuotaRowProps = { quota: QuotaUse; onSet: () => void }

export function QuotaRow({ quota, onSet }: QuotaRowProps) {
  const { path, owner, names, space, types, used_share, growth_since } = quota
  const colour = urgencyColours[urgencyOf(quota, useNow())]
  return (
    <Table.Tr>
      <Table.Td maw={0}>
        <TextLink
          to="/usage"
          search={{ path }}
          fw={550}
          style={{ minWidth: 0, display: 'flex' }}
          {...rowLinkProps}
        >
          <PathText path={path} />
        </TextLink>
        <Text size="xs" c="dimmed">
          {owner}
        </Text>
      </Table.Td>
      <Table.Td>
        <div>
          <Text size="xs">{formatShare(used_share, 1)}</Text>
          <Progress
            value={percentOf(Math.min(used_share, 1), 1)}
            size={4}
            mt={3}
            color={colour}
            aria-label={t('Used of {path}', { path: visibleName(path) })}
          />
        </div>
      </Table.Td>
      <Table.Td ta="right">{limitText(names, formatCount)}</Table.Td>
      <Table.Td ta="right" title={limitText(space, formatBytesExactly)}>
        <div>
          {limitText(space, formatBytes)}
          {types.map(({ storage_type, quota_bytes, used_bytes, a_day }) => (
            <Text key={storage_type} size="xs" c="dimmed">
              {storage_type}{' '}
              {limitText({ quota: quota_bytes, used: used_bytes, a_day }, formatBytes)}
            </Text>
          ))}
        </div>
      </Table.Td>
      <Table.Td
        ta="right"
        title={
          growth_since
            ? t('Since {growth_since} UTC', { growth_since: formatDateTime(growth_since) })
            : undefined
        }
        style={{ whiteSpace: 'nowrap' }}
      >
        <Growth quota={quota} />
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <FullOn quota={quota} />
      </Table.Td>
      <Table.Td w={40} py={2}>
        <QuotaMenu quota={quota} onSet={onSet} />
      </Table.Td>
    </Table.Tr>
  )
}

function Growth({ quota: { names, space, types } }: { quota: QuotaUse }) {
  const spaceText = growthText(space.a_day, formatBytes)
  const namesText = growthText(names.a_day, formatCount)
  const known = types.filter(({ a_day }) => a_day !== null)
  return (
    <div>
      {spaceText === undefined || namesText === undefined ? (
        known.length === 0 && (
          <Text
            span
            inherit
            c="dimmed"
            title={t('Known an hour after its limit was set, for the 2,000 fullest')}
          >
            {t('not known')}
          </Text>
        )
      ) : (
        <>
          {spaceText}
          <Text size="xs" c="dimmed">
            {namesText} {names.a_day === 0 ? t('of names') : t('names')}
          </Text>
        </>
      )}
      {known.map(({ storage_type, a_day }) => (
        <Text key={storage_type} size="xs" c="dimmed">
          {storage_type} {growthText(a_day, formatBytes)}
        </Text>
      ))}
    </div>
  )
}

function FullOn({ quota: { used_share, full_on } }: { quota: QuotaUse }) {
  if (used_share >= 1)
    return (
      <Text span inherit c="red" fw={550}>
        {t('full')}
      </Text>
    )
  return full_on ? formatDate(full_on) : <span aria-hidden="true">–</span>
}

/** What can be done with a quota, and where its directory is shown. */
function QuotaMenu({ quota: { path }, onSet }: QuotaRowProps) {
  const refusal = useRefusalAt('set_quotas', path)
  return (
    <RowMenu name={path}>
      <ActionMenuItem disabledReason={refusal} onClick={onSet}>
        {t('Set or clear its quota…')}
      </ActionMenuItem>
      <Menu.Item renderRoot={(props) => <Link to="/usage" search={{ path }} {...props} />}>
        {t('What fills it')}
      </Menu.Item>
      <Menu.Item renderRoot={(props) => <Link to="/files" search={{ path }} {...props} />}>
        {t('Open in Files')}
      </Menu.Item>
    </RowMenu>
  )
}
