import { Group, Modal, Stack, Text } from '@mantine/core'
import { IconBookmarkOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { SELECTED_KINDS, type SelectedKind } from '~/api/jobs'
import { savedSearchesQuery } from '~/api/search'
import { JobDialog } from '~/features/jobs/JobDialog'
import { useOperateRefusal } from '~/features/jobs/useOperateRefusal'
import { kindLabel } from '~/features/jobs/wording'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { QueryText } from '~/ui/QueryText'
import { EmptyState, ErrorState } from '~/ui/States'

type PrepareSavedProps = {
  /** The saved search that a job is prepared for. */
  savedId: number | undefined
  kind: SelectedKind | undefined
  onKind: (kind: SelectedKind) => void
  onClose: () => void
}

/** Prepares a job for all that a saved search finds: first its kind, then the rest. */
export function PrepareSaved({ savedId, kind, onKind, onClose }: PrepareSavedProps) {
  const refusal = useOperateRefusal()
  const searches = useQuery({ ...savedSearchesQuery(), enabled: savedId !== undefined })
  const saved = searches.data?.items.find(({ id }) => id === savedId)
  return (
    <>
      <Modal
        opened={savedId !== undefined && (kind === undefined || !saved)}
        onClose={onClose}
        title={<Text fw={620}>{t('Prepare a job')}</Text>}
      >
        <Stack gap="md">
          {searches.isError && (
            <ErrorState error={searches.error} onRetry={() => searches.refetch()} />
          )}
          {searches.data && !saved && (
            <EmptyState icon={<IconBookmarkOff size={24} />} title={t('No such saved search')}>
              {t('It may have been deleted, or is not shared any more.')}
            </EmptyState>
          )}
          {saved && (
            <>
              <Text size="sm">
                {t('For all that “{name}” finds when the dry run begins:', { name: saved.name })}
              </Text>
              <QueryText>{saved.q}</QueryText>
              <Group gap="xs">
                {SELECTED_KINDS.map((each) => (
                  <ActionButton
                    key={each}
                    variant="default"
                    disabledReason={refusal}
                    onClick={() => onKind(each)}
                  >
                    {kindLabel(each)}…
                  </ActionButton>
                ))}
              </Group>
            </>
          )}
        </Stack>
      </Modal>
      {saved && (
        <JobDialog
          kind={kind}
          target={{ at: 'saved', id: saved.id, name: saved.name, q: saved.q }}
          onClose={onClose}
        />
      )}
    </>
  )
}
