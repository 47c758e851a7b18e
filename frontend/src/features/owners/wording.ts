import type { OwnedBy, OwnerSort } from '~/api/owners'
import type { SearchAddress } from '~/features/search/filter'
import { perLanguage, t } from '~/i18n/t'

export const byNames = perLanguage(
  (): Record<OwnedBy, { one: string; many: string }> => ({
    owner: { one: t('User'), many: t('Users') },
    group: { one: t('Group'), many: t('Groups') },
  }),
)

export const sortNames = perLanguage(
  (): Record<OwnerSort, string> => ({
    space: t('Most space first'),
    length: t('Most length first'),
    files: t('Most files first'),
    cold: t('Most cold space first'),
    age: t('Oldest files first'),
    name: t('By name'),
  }),
)

/** The search for what a user, or a group, owns. */
export function searchOf(by: OwnedBy, name: string): SearchAddress {
  return by === 'owner' ? { owner: name } : { group: name }
}
