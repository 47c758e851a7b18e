import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '~/i18n/t'
import { blockIdIn } from './wording'

/** Opens a block by its number, or by its name as it stands in logs: `blk_1073741825_1001`. */
export function BlockLookUp({ onFind }: { onFind: (blockId: string) => void }) {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState(false)
  const blockId = blockIdIn(typed)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
        if (blockId) onFind(blockId)
      }}
    >
      <TextInput
        size="xs"
        w={230}
        aria-label={t('Look a block up')}
        placeholder={t('Block id, or blk_… from a log')}
        leftSection={<IconSearch size={14} aria-hidden="true" />}
        value={typed}
        error={asked && typed !== '' && !blockId ? t('Such as 1073741825') : undefined}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setAsked(false)
          setTyped(event.currentTarget.value)
        }}
      />
    </form>
  )
}
