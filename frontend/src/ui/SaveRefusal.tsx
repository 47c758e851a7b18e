import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconInfoCircle, IconUsers } from '@tabler/icons-react'
import { t } from '~/i18n/t'
import { type Edited, isChangedMeanwhile, type Tagged } from './edited'
import { ErrorState } from './States'

type SaveRefusalProps<Thing extends Tagged> = {
  /** Of the attempt to save; `null` without one. */
  error: unknown
  /** Forgets that attempt. */
  reset: () => void
  edited: Edited<Thing>
}

/** Why a change was not saved. One that came too late can be made on the state that there is now. */
export function SaveRefusal<Thing extends Tagged>({
  error,
  reset,
  edited,
}: SaveRefusalProps<Thing>) {
  if (isChangedMeanwhile(error)) {
    return (
      <Alert
        color="yellow"
        variant="light"
        icon={<IconUsers />}
        title={t('Somebody else changed this meanwhile')}
        role="alert"
      >
        <Stack gap={6} align="flex-start">
          <Text size="sm">
            {t(
              'Your change is not saved. Load the new state: what you typed is kept, all else is as it is now. Then look at it and save again.',
            )}
          </Text>
          {edited.loadError !== null && <ErrorState error={edited.loadError} />}
          <Button
            variant="default"
            mt={4}
            loading={edited.isLoading}
            onClick={() => edited.load(reset)}
          >
            {t('Load the new state')}
          </Button>
        </Stack>
      </Alert>
    )
  }
  if (error !== null) return <ErrorState error={error} />
  if (!edited.isNewer) return null
  return (
    <Alert color="blue" variant="light" icon={<IconInfoCircle />} role="status">
      <Text size="sm">{t('This is the new state, with what you typed. Saving replaces it.')}</Text>
    </Alert>
  )
}
