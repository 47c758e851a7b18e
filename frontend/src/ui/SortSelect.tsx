import { Select } from '@mantine/core'
import { t } from '~/i18n/t'
import { useIsNarrow } from './useIsNarrow'

type SortSelectProps<Sort extends string> = {
  sorts: readonly Sort[]
  names: Record<Sort, string>
  value: Sort
  onChange: (sort: Sort) => void
}

/** The order of rows where they are cards, whose columns have no headers to press. */
export function SortSelect<Sort extends string>(props: SortSelectProps<Sort>) {
  const { sorts, names, value, onChange } = props
  const narrow = useIsNarrow()
  if (!narrow) return null
  return (
    <Select
      aria-label={t('Order')}
      size="xs"
      allowDeselect={false}
      data={sorts.map((each) => ({ value: each, label: names[each] }))}
      value={value}
      onChange={(chosen) => {
        const known = sorts.find((each) => each === chosen)
        if (known) onChange(known)
      }}
    />
  )
}
