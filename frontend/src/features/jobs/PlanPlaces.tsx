import type { Job } from '~/api/jobs'
import { formatCount, plural } from '~/format/count'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { Fact } from '~/ui/Facts'
import { PathText } from '~/ui/PathText'

type Result = NonNullable<Job['result']>

/** What a plan tells of the places that it brings its entries to. */
export function PlanPlaces({ result }: { result: Result }) {
  const { missing_parents = [], missing_parents_count, taken = [], taken_count } = result
  return (
    <>
      {(missing_parents.length > 0 || missing_parents_count !== undefined) && (
        <Fact
          name={missing_parents_count === undefined ? t('Made above it') : t('Made above them')}
        >
          {missing_parents_count !== undefined && plural(missing_parents_count, 'directory')}
          {missing_parents.map((path) => (
            <PathText key={path} path={path} wrap />
          ))}
          <More shown={missing_parents.length} of={missing_parents_count} />
        </Fact>
      )}
      {taken_count !== undefined && (
        <Fact name={t('Places taken')}>
          {t('{entries} left alone: something else is there', {
            entries: plural(taken_count, 'entry'),
          })}
          {taken.map(({ path, place }) => (
            <div key={path}>
              <Trans
                message="{place}, for {path}"
                values={{
                  place: <PathText path={place} wrap />,
                  path: <PathText path={path} wrap />,
                }}
              />
            </div>
          ))}
          <More shown={taken.length} of={taken_count} />
        </Fact>
      )}
    </>
  )
}

function More({ shown, of }: { shown: number; of: number | undefined }) {
  if (of === undefined || shown === 0 || of <= shown) return null
  return <div>{t('and {more} more', { more: formatCount(of - shown) })}</div>
}
