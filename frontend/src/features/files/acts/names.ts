import { t } from '~/i18n/t'

/** Why this can't be a name in a directory; null when it can. */
export function entryNameProblem(name: string): string | null {
  if (name === '') return t('Give it a name')
  if (name === '.' || name === '..') return t('A name is not . or ..')
  if (name === '.snapshot' || name === '.reserved') return t('HDFS keeps this name for itself')
  return name.includes('/') ? t('A name has no slash') : null
}
