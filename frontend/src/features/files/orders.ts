import { FILES_ORDERS, type FilesOrder } from '~/api/usage'

export const orderNames: Record<FilesOrder, string> = {
  length: 'Largest first',
  space: 'Most space first',
  files: 'Most files first',
  time: 'Latest change first',
}

/** By name is what there is without an order. */
export const BY_NAME = 'name'
export const ALL_ORDERS = [BY_NAME, ...FILES_ORDERS] as const
export const allOrderNames = { [BY_NAME]: 'By name', ...orderNames }

/** How a column's header shows its order, and what pressing it does. Undefined: by name. */
export function sortedBy(
  of: FilesOrder | undefined,
  order: FilesOrder | undefined,
  onOrder: (order: FilesOrder | undefined) => void,
) {
  const direction = of === undefined ? ('ascending' as const) : ('descending' as const)
  return { sorted: of === order ? direction : undefined, onSort: () => onOrder(of) }
}
