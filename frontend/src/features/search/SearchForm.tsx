import { Button, Paper, Select, Stack } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { SEARCH_KINDS, SEARCH_SORTS, type SearchFilter } from '~/api/search'
import { parseBytes } from '~/format/bytes'
import { perLanguage, t } from '~/i18n/t'
import { Filters } from '~/ui/Filters'
import { kindLabel } from '~/ui/KindIcon'
import { TypedInput } from '~/ui/TypedInput'
import { filterCount, type SearchAddress } from './filter'
import { QueryInput } from './QueryInput'

const sortLabels = perLanguage(
  (): Record<NonNullable<SearchFilter['sort']>, string> => ({
    relevance: t('Best match'),
    name: t('Name'),
    '-size': t('Largest first'),
    size: t('Smallest first'),
    '-mtime': t('Newest first'),
    mtime: t('Oldest first'),
  }),
)

const kinds = SEARCH_KINDS.map((kind) => ({ value: kind, label: kindLabel(kind) }))
const sorts = SEARCH_SORTS.map((sort) => ({ value: sort, label: sortLabels()[sort] }))

/** The order of the matches, beside their number. */
export function SearchOrder({ address, onChange }: SearchFormProps) {
  return (
    <Select
      aria-label={t('Order')}
      size="xs"
      w={150}
      data={sorts}
      value={address.sort ?? 'relevance'}
      allowDeselect={false}
      onChange={(sort) => onChange({ sort: sort ?? undefined })}
    />
  )
}

const NO_FILTERS: SearchAddress = {
  path: undefined,
  owner: undefined,
  group: undefined,
  kind: undefined,
  size_min: undefined,
  size_max: undefined,
  modified_from: undefined,
  modified_to: undefined,
}

type SearchFormProps = { address: SearchAddress; onChange: (change: SearchAddress) => void }

export function SearchForm({ address, onChange }: SearchFormProps) {
  const filters = filterCount(address)
  return (
    <Paper p="md" component="search">
      <Stack gap="sm">
        <QueryInput address={address} onChange={(q) => onChange({ q })} />
        <Filters set={filters}>
          <TypedInput
            label={t('In directory')}
            placeholder="/"
            mono
            value={address.path}
            check={(path) => (path.startsWith('/') ? undefined : t('Starts with /'))}
            onChange={(path) => onChange({ path })}
            w={200}
          />
          <Select
            label={t('Kind')}
            placeholder={t('Any')}
            size="xs"
            w={126}
            data={kinds}
            value={address.kind ?? null}
            onChange={(kind) => onChange({ kind: kind ?? undefined })}
            clearable
          />
          <TypedInput
            label={t('Owner')}
            placeholder={t('Any')}
            value={address.owner}
            onChange={(owner) => onChange({ owner })}
            w={100}
          />
          <TypedInput
            label={t('Group')}
            placeholder={t('Any')}
            value={address.group}
            onChange={(group) => onChange({ group })}
            w={100}
          />
          <TypedInput
            label={t('Size from')}
            placeholder="1 MiB"
            value={address.size_min}
            check={checkSize}
            onChange={(size_min) => onChange({ size_min })}
            w={100}
          />
          <TypedInput
            label={t('Size to')}
            placeholder="1 TiB"
            value={address.size_max}
            check={checkSize}
            onChange={(size_max) => onChange({ size_max })}
            w={92}
          />
          <TypedInput
            label={t('Modified from')}
            type="date"
            value={address.modified_from}
            onChange={(modified_from) => onChange({ modified_from })}
            w={136}
          />
          <TypedInput
            label={t('Modified to')}
            type="date"
            value={address.modified_to}
            onChange={(modified_to) => onChange({ modified_to })}
            w={136}
          />
          {filters > 0 && (
            <Button
              variant="subtle"
              color="gray"
              leftSection={<IconX size={14} />}
              onClick={() => onChange(NO_FILTERS)}
            >
              {t('Clear filters')}
            </Button>
          )}
        </Filters>
      </Stack>
    </Paper>
  )
}

function checkSize(text: string): string | undefined {
  return parseBytes(text) === undefined ? t('Such as 64 MiB') : undefined
}
