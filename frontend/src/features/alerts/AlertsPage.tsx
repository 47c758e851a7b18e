import { Button, SimpleGrid, Skeleton } from '@mantine/core'
import { IconBell, IconPlus } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { channelsQuery } from '~/api/alerts'
import { mayEverywhere, meQuery } from '~/api/auth'
import { perLanguage, t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { Page } from '~/ui/Page'
import { Section } from '~/ui/Section'
import { EmptyState, ErrorState } from '~/ui/States'
import { ChannelCard } from './ChannelCard'
import { ChannelEditor } from './ChannelEditor'
import { DeleteChannel } from './DeleteChannel'
import { DeliveriesPanel } from './DeliveriesPanel'
import { NewSecret } from './NewSecret'

const route = getRouteApi('/console/alerts')

const pageText = perLanguage(() => ({
  title: t('Alerts'),
  description: t('Who is told when the verdict of a check changes, and what arrived.'),
}))

export function AlertsPage() {
  const { data: me } = useSuspenseQuery(meQuery())
  if (mayEverywhere(me, 'alerts')) {
    return <Alerts isAdmin={mayEverywhere(me, 'manage_alerts')} />
  }
  return (
    <Page {...pageText()}>
      <EmptyState icon={<IconBell size={24} />} title={t('Alerts need the role operator')}>
        {t(
          'The bell and the page Health tell you what changed. Whom else Warren tells, operators see, and administrators choose.',
        )}
      </EmptyState>
    </Page>
  )
}

function Alerts({ isAdmin }: { isAdmin: boolean }) {
  const { open, id } = route.useSearch()
  const navigate = route.useNavigate()
  const channels = useQuery(channelsQuery())
  const items = channels.data?.items
  const opened = items?.find((channel) => channel.id === id)
  const close = () =>
    navigate({ search: (old) => ({ ...old, open: undefined, id: undefined }), replace: true })
  return (
    <Page
      {...pageText()}
      aside={
        <ActionButton
          leftSection={<IconPlus size={14} />}
          disabledReason={isAdmin ? undefined : t('Administrators make channels')}
          onClick={() => navigate({ search: (old) => ({ ...old, open: 'create' }) })}
        >
          {t('New channel')}
        </ActionButton>
      }
    >
      <Section title={t('Channels')}>
        {channels.isError && !items && (
          <ErrorState error={channels.error} onRetry={() => channels.refetch()} />
        )}
        {items === undefined && !channels.isError && <Skeleton height={160} />}
        {items?.length === 0 && (
          <EmptyState
            icon={<IconBell size={24} />}
            title={t('Nobody is told yet')}
            action={
              isAdmin && (
                <Button
                  variant="default"
                  onClick={() => navigate({ search: (old) => ({ ...old, open: 'create' }) })}
                >
                  {t('Tell a webhook or an e-mail address')}
                </Button>
              )
            }
          >
            {t('The bell tells everybody who is here. A channel tells those who are not.')}
          </EmptyState>
        )}
        <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }} spacing="sm">
          {items?.map((channel) => (
            <ChannelCard key={channel.id} channel={channel} isAdmin={isAdmin} />
          ))}
        </SimpleGrid>
      </Section>
      <DeliveriesPanel channels={items ?? []} />
      {isAdmin && channels.data && (
        <>
          <ChannelEditor
            shown={
              open === 'create'
                ? { at: 'create' }
                : open === 'edit' && opened
                  ? { at: 'edit', channel: opened }
                  : undefined
            }
            mail={channels.data.mail}
            onClose={close}
          />
          <NewSecret channel={open === 'secret' ? opened : undefined} onClose={close} />
          <DeleteChannel channel={open === 'delete' ? opened : undefined} onClose={close} />
        </>
      )}
    </Page>
  )
}
