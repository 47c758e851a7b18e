import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { restoreFromSnapshot, snapshotKeys } from '~/api/snapshots'
import { FormEnd } from '~/features/files/acts/FormEnd'
import { normalizePath, visibleName } from '~/format/path'
import { placeInTree, snapshottedOf } from '~/format/snapshot'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { MONO_INPUT } from '~/ui/mono'
import { notifyDone } from '~/ui/notify'

const route = getRouteApi('/console/snapshots')

type RestoreFormProps = {
  /** The way to it in the snapshot. */
  source: string
  onClose: () => void
}

/** Asks where something of a snapshot goes, and says what a restore does. */
export function RestoreForm({ source, onClose }: RestoreFormProps) {
  const queryClient = useQueryClient()
  const navigate = route.useNavigate()
  const form = useForm({
    initialValues: { to: placeInTree(source) ?? '', overwrite: false },
    validate: { to: (to) => (to.startsWith('/') ? null : t('A path begins with /')) },
  })
  const restore = useMutation({
    mutationFn: ({ to, overwrite }: typeof form.values) =>
      restoreFromSnapshot({ path: source, to: normalizePath(to), overwrite }),
    onSuccess: ({ to }) => {
      notifyDone(t('The restore is asked for'), visibleName(to))
      void queryClient.invalidateQueries({ queryKey: snapshotKeys.all })
      return navigate({
        search: (old) => ({
          ...old,
          path: snapshottedOf(source),
          open: undefined,
          about: undefined,
        }),
        replace: true,
      })
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => restore.mutate(values))}>
      <Stack gap="md">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Trans
            message="Copies <b>{path}</b> into the tree, with all that is in it. Owner, group, mode and time are as they were; ACLs and extended attributes are not copied. What was made since stays where it is. A worker does it, file by file."
            values={{ path: visibleName(source) }}
            parts={{ b: (text) => <b>{text}</b> }}
          />
        </Text>
        <TextInput
          label={t('Restore to')}
          description={t('The directory that it goes into is there.')}
          maxLength={8_000}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          {...form.getInputProps('to')}
          styles={MONO_INPUT}
        />
        <Checkbox
          label={t('Overwrite files that are there')}
          description={t(
            'Without this they are left and listed. Their contents of now are gone for good, unless a snapshot holds them.',
          )}
          {...form.getInputProps('overwrite', { type: 'checkbox' })}
        />
        <FormEnd change={restore} label={t('Restore')} onClose={onClose} />
      </Stack>
    </form>
  )
}
