import { Radio, Stack } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Draft, FormProps } from '../JobDialog'

type Fate = 'trash' | 'destroy'

export function DeleteForm({ path, of, onChange }: FormProps) {
  const [fate, setFate] = useState<Fate>('trash')
  // The safe choice is made already, so the form is complete from the start.
  const offer = useEffectEvent(() => onChange(deleteDraft(path, fate)))
  useEffect(() => offer(), [])

  return (
    <Radio.Group
      label="What becomes of the files"
      value={fate}
      onChange={(value) => {
        const next: Fate = value === 'destroy' ? 'destroy' : 'trash'
        setFate(next)
        onChange(deleteDraft(path, next))
      }}
    >
      <Stack gap="xs" mt="xs">
        <Radio
          value="trash"
          label="Move to the trash"
          description="They can be moved back until the trash is emptied"
        />
        {of === 'path' && (
          <Radio
            value="destroy"
            label="Delete for good"
            description="Skips the trash. There is no undo"
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
