const DAY_MS = 86_400_000

/** For how long a token can be valid, in days. */
export const lifetimes = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
]

/** When so many days from now are over, as the API has times. */
export function untilIn(days: string): string {
  return new Date(Date.now() + Number(days) * DAY_MS).toISOString()
}
