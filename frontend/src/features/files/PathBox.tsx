import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { namesQuery } from '~/api/namespace'
import { childOf, normalizePath, ROOT } from '~/format/path'
import { t } from '~/i18n/t'
import { MONO_INPUT } from '~/ui/mono'

const TYPING_PAUSE_MS = 150
const OFFERED_MAX = 20

type PathBoxProps = { path: string; onGo: (path: string) => void }

/** A path to type, with the names of the directory that it has reached; Enter goes there. */
export function PathBox({ path, onGo }: PathBoxProps) {
  const [typed, setTyped] = useState<string>()
  const text = typed ?? path
  const [directory] = useDebouncedValue(directoryOf(text), TYPING_PAUSE_MS)
  const names = useQuery({ ...namesQuery(directory), enabled: typed !== undefined })
  const offered = (names.data?.items ?? [])
    .map((entry) => (entry.kind === 'directory' ? `${entry.path}/` : entry.path))
    .filter((each) => each.startsWith(text) && each !== text)
  const go = () => {
    setTyped(undefined)
    onGo(normalizePath(text))
  }
  return (
    <Autocomplete
      size="xs"
      aria-label={t('Path')}
      placeholder="/"
      value={text}
      error={text.startsWith('/') ? undefined : t('Starts with /')}
      data={typed === undefined ? [] : offered}
      limit={OFFERED_MAX}
      filter={({ options, limit }) => options.slice(0, limit)}
      onChange={setTyped}
      onBlur={() => setTyped(undefined)}
      onKeyDown={(event) => {
        const choosing = event.currentTarget.getAttribute('aria-activedescendant')
        if (event.key === 'Enter' && !choosing && text.startsWith('/')) go()
        if (event.key === 'Escape') setTyped(undefined)
      }}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      w={{ base: '100%', sm: 420 }}
      styles={MONO_INPUT}
    />
  )
}

/** The directory whose names continue the text: what stands before its last slash. */
function directoryOf(text: string): string {
  const at = text.lastIndexOf('/')
  return at <= 0 ? ROOT : normalizePath(childOf(ROOT, text.slice(1, at)))
}
