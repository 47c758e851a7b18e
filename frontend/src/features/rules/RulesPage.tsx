import { IconPlus, IconRepeat } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type Me, maySomewhere, meQuery } from '~/api/auth'
import { rulesQuery } from '~/api/rules'
import { perLanguage, t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { Page } from '~/ui/Page'
import { EmptyState, ErrorState, SkeletonRows } from '~/ui/States'
import { TablePanel } from '~/ui/TablePanel'
import { useRowKeys } from '~/ui/useRowKeys'
import { RuleEditor } from './RuleEditor'
import { ArmQuestion, DeleteQuestion } from './RuleQuestions'
import { RuleRow, ruleColumns } from './RuleRow'
import { RunsPanel } from './RunsPanel'

const route = getRouteApi('/console/rules')

const pageText = perLanguage(() => ({
  title: t('Rules'),
  description: t('What is done again and again to what a search finds.'),
}))

export function RulesPage() {
  const { data: me } = useSuspenseQuery(meQuery())
  if (maySomewhere(me, 'rules')) return <Rules me={me} />
  return (
    <Page {...pageText()}>
      <EmptyState icon={<IconRepeat size={24} />} title={t('Your roles let you have no rules')}>
        {t('They change files in their owner’s name. Operators have them.')}
      </EmptyState>
    </Page>
  )
}

function Rules({ me }: { me: Me }) {
  const { rule: id, open, q } = route.useSearch()
  const navigate = route.useNavigate()
  const rules = useQuery(rulesQuery())
  const onKeyDown = useRowKeys({})
  const items = rules.data?.items
  const chosen = items?.find((rule) => rule.id === id)
  const close = () =>
    navigate({ search: (old) => ({ ...old, open: undefined, q: undefined }), replace: true })
  const asked = (what: typeof open) => (open === what ? chosen : undefined)
  const edited = asked('edit')
  return (
    <Page
      {...pageText()}
      aside={
        <ActionButton
          leftSection={<IconPlus size={14} />}
          onClick={() => navigate({ search: { open: 'create' } })}
        >
          {t('New rule')}
        </ActionButton>
      }
    >
      <TablePanel
        caption={t('Lifecycle rules')}
        columns={ruleColumns()}
        onKeyDown={onKeyDown}
        instead={
          rules.isError && !items ? (
            <ErrorState error={rules.error} onRetry={() => rules.refetch()} />
          ) : items?.length === 0 ? (
            <EmptyState icon={<IconRepeat size={24} />} title={t('No rules yet')}>
              {t(
                'A rule runs a search on a schedule and prepares a job for all that it finds: first as dry runs that report what they would do, for real once you arm it.',
              )}
            </EmptyState>
          ) : undefined
        }
      >
        {items ? (
          items.map((rule) => <RuleRow key={rule.id} rule={rule} me={me} />)
        ) : (
          <SkeletonRows rows={3} columns={ruleColumns().length} />
        )}
      </TablePanel>
      {chosen && <RunsPanel key={chosen.id} rule={chosen} />}
      <RuleEditor
        shown={
          open === 'create' ? { at: 'create', q: q ?? '' } : edited && { at: 'edit', rule: edited }
        }
        onClose={close}
        onSaved={(rule) => navigate({ search: { rule: rule.id }, replace: true })}
      />
      <ArmQuestion rule={asked('arm')} onClose={close} />
      <DeleteQuestion rule={asked('delete')} onClose={close} />
    </Page>
  )
}
