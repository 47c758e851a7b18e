import { FILES_ORDERS, type FilesOrder } from '~/api/usage'
import { perLanguage, t } from '~/i18n/t'

export const orderNames = perLanguage(
  (): Record<FilesOrder, string> => ({
    length: t('Largest first'),
    space: t('Most space first'),
    files: t('Most files first'),
    time: t('Latest change first'),
  }),
)

/** By name is what there is without an order. */
export const BY_NAME = 'name'
export const ALL_ORDERS = [BY_NAME, ...FILES_ORDERS] as const
export const allOrderNames = perLanguage(() => ({ [BY_NAME]: t('By name'), ...orderNames() }))

/** How a column's header shows its order, and what pressing it does. Undefined: by name. */
export function sortedBy(
  of: FilesOrder | undefined,
  order: FilesOrder | undefined,
  onOrder: (order: FilesOrder | undefined) => void,
) {
  const direction = of === undefined ? ('ascending' as const) : ('descending' as const)
  return { sorted: of === order ? direction : undefined, onSort: () => onOrder(of) }
}
