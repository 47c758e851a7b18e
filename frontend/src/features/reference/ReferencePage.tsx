import { Anchor, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { descriptionQuery } from '~/api/description'
import { Trans } from '~/i18n/Trans'
import { Page } from '~/ui/Page'
import { ErrorState } from '~/ui/States'
import { SwaggerReference } from './SwaggerReference'

const SCHEMA_URL = '/api/v1/schema'

export function ReferencePage() {
  const description = useQuery(descriptionQuery())
  return (
    <Page
      title="API"
      description={
        <Trans
          message="Every call of the API, to read and to try. Calls that you try are real, in your name. For generators: the <anchor>description in OpenAPI 3.1</anchor>."
          parts={{ anchor: (text) => <Anchor href={SCHEMA_URL}>{text}</Anchor> }}
        />
      }
    >
      {description.error && (
        <ErrorState error={description.error} onRetry={() => description.refetch()} />
      )}
      {description.isPending && <Skeleton height={480} />}
      {description.data && <SwaggerReference description={description.data} />}
    </Page>
  )
}
