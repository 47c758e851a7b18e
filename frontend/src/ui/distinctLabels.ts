/** The panel finds columns by their labels; SQL, and files of tables, let two have the same. */
export function distinctLabels<Column extends { label: string }>(columns: Column[]): Column[] {
  const seen = new Map<string, number>()
  return columns.map((column) => {
    const before = seen.get(column.label) ?? 0
    seen.set(column.label, before + 1)
    return before === 0 ? column : { ...column, label: `${column.label} (${before + 1})` }
  })
}
