import { Alert, Code, Group } from '@mantine/core'
import { t } from '~/i18n/t'
import { CopyButton } from './CopyButton'

/** A secret that is shown this once, to be copied. */
export function SecretOnce({ secret }: { secret: string }) {
  return (
    <>
      <Alert variant="light" title={t('Copy the secret now')}>
        {t('It is shown this once and can’t be shown again.')}
      </Alert>
      <Group gap="xs" wrap="nowrap">
        <Code block flex={1} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {secret}
        </Code>
        <CopyButton value={secret} what={t('secret')} />
      </Group>
    </>
  )
}
