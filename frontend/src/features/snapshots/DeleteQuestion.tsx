import { Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteSnapshot, type Snapshot, snapshotKeys, snapshotQuery } from '~/api/snapshots'
import { visibleName } from '~/format/path'
import { formatDateTime } from '~/format/time'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { notifyDone } from '~/ui/notify'
import { ErrorState } from '~/ui/States'

type DeleteQuestionProps = { path: string; name: string; onClose: () => void }

/** Asks for the name of a snapshot before it is deleted. */
export function DeleteQuestion({ path, name, onClose }: DeleteQuestionProps) {
  const snapshot = useQuery(snapshotQuery(path, name))
  if (snapshot.isError) return <ErrorState error={snapshot.error} />
  return snapshot.data ? <DeleteBody snapshot={snapshot.data} onClose={onClose} /> : null
}

function DeleteBody({ snapshot, onClose }: { snapshot: Snapshot; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const deletion = useMutation({
    mutationFn: () => deleteSnapshot(snapshot),
    onSuccess: () => {
      notifyDone(t('The snapshot is deleted'), snapshot.name)
      onClose()
      void queryClient.invalidateQueries({ queryKey: snapshotKeys.all })
    },
  })
  return (
    <Stack gap="md">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Trans
          message="What only this snapshot of <b>{path}</b>, taken {time}, holds is gone for good: files that were deleted or changed since. Nobody can bring it back."
          values={{
            path: visibleName(snapshot.directory),
            time: formatDateTime(snapshot.created_at),
          }}
          parts={{ b: (text) => <b>{text}</b> }}
        />
      </Text>
      <TextInput
        label={
          <Trans
            message="To confirm, type its name <b>{name}</b>"
            values={{ name: snapshot.name }}
            parts={{ b: (text) => <b>{text}</b> }}
          />
        }
        value={typed}
        autoComplete="off"
        data-autofocus
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {deletion.isError && <ErrorState error={deletion.error} />}
      <Group justify="flex-end" gap="xs">
        <ActionButton variant="default" onClick={onClose}>
          {t('Keep it')}
        </ActionButton>
        <ActionButton
          color="red"
          loading={deletion.isPending}
          disabledReason={typed === snapshot.name ? undefined : t('Type the name first')}
          onClick={() => deletion.mutate()}
        >
          {t('Delete for good')}
        </ActionButton>
      </Group>
    </Stack>
  )
}
