import { Radio, Stack } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { isInTrash } from '~/format/trash'
import { t } from '~/i18n/t'
import type { Draft, FormProps } from '../JobDialog'

type Fate = 'trash' | 'destroy'

export function DeleteForm({ path, of, onChange }: FormProps) {
  const trashed = of === 'trashed' || (of === 'path' && isInTrash(path))
  // The safe choice; what is in a trash is moved to none.
  const [fate, setFate] = useState<Fate>(trashed ? 'destroy' : 'trash')
  // It is made already, so the form is complete from the start.
  const offer = useEffectEvent(() => onChange(deleteDraft(path, fate)))
  useEffect(() => offer(), [])

  return (
    <Radio.Group
      label={t('What becomes of the files')}
      value={fate}
      onChange={(value) => {
        const next: Fate = value === 'destroy' ? 'destroy' : 'trash'
        setFate(next)
        onChange(deleteDraft(path, next))
      }}
    >
      <Stack gap="xs" mt="xs">
        {!trashed && (
          <Radio
            value="trash"
            label={t('Move to the trash')}
            description={t('They can be moved back until the trash is emptied')}
          />
        )}
        {(of === 'path' || trashed) && (
          <Radio
            value="destroy"
            label={t('Delete for good')}
            description={trashed ? t('There is no undo') : t('Skips the trash. There is no undo')}
            color="red"
          />
        )}
      </Stack>
    </Radio.Group>
  )
}

export function deleteDraft(path: string, fate: Fate): Draft {
  return {
    at: 'ready',
    request: { kind: 'delete', path, parameters: { skip_trash: fate === 'destroy' } },
  }
}
