import { Autocomplete, Group, Text } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { SearchFacets } from '~/api/search'
import { completionsOf } from './completion'

const TYPING_PAUSE_MS = 200

type QueryInputProps = {
  value: string | undefined
  /** Of the matches so far: their owners, groups and extensions are offered. */
  facets: SearchFacets | undefined
  onChange: (query: string | undefined) => void
}

/** The query string, with fields and their values to choose from while it is typed. */
export function QueryInput({ value = '', facets, onChange }: QueryInputProps) {
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  useEffect(() => {
    if (value !== told.current) setTyped(value)
    told.current = value
  }, [value])
  const tell = useDebouncedCallback((query: string) => {
    told.current = query
    onChange(query === '' ? undefined : query)
  }, TYPING_PAUSE_MS)
  const completions = completionsOf(typed, facets)
  const [wanted, setWanted] = useState(false)

  return (
    <Autocomplete
      aria-label="Name contains"
      placeholder="Search names: words, parts of words, extensions; or a field, as owner:"
      size="md"
      leftSection={<IconSearch size={18} />}
      autoFocus
      autoCapitalize="none"
      spellCheck={false}
      value={typed}
      data={completions.map(({ query }) => query)}
      dropdownOpened={wanted && completions.length > 0}
      onDropdownOpen={() => setWanted(true)}
      onDropdownClose={() => setWanted(false)}
      // They are those of the last term; the whole text begins none of them.
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const completion = completions.find(({ query }) => query === option.value)
        return (
          <Group gap="sm" wrap="nowrap">
            <Text size="sm" ff="monospace">
              {completion?.label}
            </Text>
            <Text size="xs" c="dimmed">
              {completion?.hint}
            </Text>
          </Group>
        )
      }}
      onChange={(query) => {
        setTyped(query)
        tell(query)
      }}
    />
  )
}
