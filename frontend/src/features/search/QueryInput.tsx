import { Combobox, Group, Text, TextInput, useCombobox } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { facetsQuery, type SearchFacets } from '~/api/search'
import { t } from '~/i18n/t'
import { useTypedText } from '~/ui/useTypedText'
import { askedAt, type KnownValues, lacksValue, suggestionsAt } from './completion'
import { filterOf, type SearchAddress } from './filter'

type QueryInputProps = {
  address: SearchAddress
  onChange: (q: string | undefined) => void
}

/** The query string, with completion of fields and of values that the hits have. */
export function QueryInput({ address, onChange }: QueryInputProps) {
  const { typed, type, hold } = useTypedText(address.q, onChange)
  const [caret, setCaret] = useState(typed.length)
  const input = useRef<HTMLInputElement>(null)
  const caretToBe = useRef<number>(undefined)
  const dropdown = useCombobox({ onDropdownClose: () => dropdown.resetSelectedOption() })

  const asked = askedAt(typed, caret)
  const facets = useQuery({
    ...facetsQuery(filterOf({ ...address, q: asked?.rest || undefined })),
    enabled: asked !== undefined && dropdown.dropdownOpened,
  })
  const suggestions = suggestionsAt(typed, caret, facets.data ? knownFrom(facets.data) : {})

  useLayoutEffect(() => {
    if (caretToBe.current === undefined) return
    input.current?.setSelectionRange(caretToBe.current, caretToBe.current)
    caretToBe.current = undefined
  })

  const write = (query: string) => (lacksValue(query) ? hold(query) : type(query))
  // Between terms the matches are looked at; arrow keys still open the list.
  const follow = (query: string, at: number) => {
    if (/\S$/.test(query.slice(0, at))) dropdown.openDropdown()
    else dropdown.closeDropdown()
    dropdown.resetSelectedOption()
  }
  const complete = (label: string) => {
    const chosen = suggestions.find((suggestion) => suggestion.label === label)
    if (!chosen) return
    write(chosen.query)
    setCaret(chosen.caret)
    caretToBe.current = chosen.caret
    follow(chosen.query, chosen.caret)
  }

  return (
    // Within the landmark of the search, for those who go by landmarks.
    <Combobox store={dropdown} onOptionSubmit={complete} withinPortal={false}>
      <Combobox.Target>
        <TextInput
          ref={input}
          size="md"
          aria-label={t('Name contains')}
          placeholder={t('Search names: words, parts of words, extensions, owner:… size:…')}
          leftSection={<IconSearch size={18} />}
          value={typed}
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => {
            const { value, selectionStart } = event.currentTarget
            write(value)
            setCaret(selectionStart ?? value.length)
            follow(value, selectionStart ?? value.length)
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? typed.length)}
          onBlur={() => dropdown.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={suggestions.length === 0}>
        <Combobox.Options aria-label={t('Ways to go on')}>
          {suggestions.map(({ label, hint }) => (
            <Combobox.Option key={label} value={label}>
              <Group gap="sm" justify="space-between" wrap="nowrap">
                <Text span size="sm" ff="monospace">
                  {label}
                </Text>
                <Text span size="xs" c="dimmed">
                  {hint}
                </Text>
              </Group>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function knownFrom({ dimensions }: SearchFacets): KnownValues {
  return Object.fromEntries(
    dimensions.map(({ dimension, values }) => [dimension, values.map(({ value }) => value)]),
  )
}
