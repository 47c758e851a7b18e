import { Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { snapshotKeys, takeSnapshot } from '~/api/snapshots'
import { visibleName } from '~/format/path'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { notifyDone } from '~/ui/notify'
import { NameForm } from './NameForm'
import { proposedName } from './wording'

type TakeFormProps = { path: string; onClose: () => void }

/** Asks for the name of a new snapshot. */
export function TakeForm({ path, onClose }: TakeFormProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const take = useMutation({
    mutationFn: (name: string) => takeSnapshot({ path, name }),
    onSuccess: ({ name }) => {
      notifyDone(t('The snapshot is taken'), name)
      void queryClient.invalidateQueries({ queryKey: snapshotKeys.all })
      return navigate({ to: '/snapshots', search: { path } })
    },
  })
  return (
    <Stack gap="md">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Trans
          message="Keeps <b>{path}</b> as it is at this moment, with all that is in it. It costs no space until what it holds is changed or deleted."
          values={{ path: visibleName(path) }}
          parts={{ b: (text) => <b>{text}</b> }}
        />
      </Text>
      <NameForm
        initial={proposedName(new Date())}
        label={t('Take the snapshot')}
        change={take}
        onClose={onClose}
      />
    </Stack>
  )
}
