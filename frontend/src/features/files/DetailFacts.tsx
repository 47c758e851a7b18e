import { Stack, Text, Title } from '@mantine/core'
import type { EntryDetails } from '~/api/namespace'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { Fact, Facts } from '~/ui/Facts'
import { PathText } from '~/ui/PathText'
import { TextLink } from '~/ui/TextLink'

/** Policies, ACL and attributes of one entry; says what the user may not read. */
export function DetailFacts({ details, order = 3 }: { details: EntryDetails; order?: 2 | 3 }) {
  const { acl, xattrs, storage_policy, erasure_coding } = details
  const readable = storage_policy !== null
  return (
    <Stack gap="xs">
      <Title order={order}>{t('Policies, ACL and attributes')}</Title>
      <Facts>
        <Fact name={t('Storage policy')}>
          {storage_policy ? <Policy policy={storage_policy} path={details.path} /> : <NotYours />}
        </Fact>
        <Fact name={t('Erasure coding')}>
          {erasure_coding ? (
            <Policy policy={erasure_coding} path={details.path} />
          ) : readable ? (
            t('none: replication')
          ) : (
            <NotYours />
          )}
        </Fact>
        <Fact name="ACL">
          {acl.length === 0
            ? t('none beyond the mode')
            : acl.map((entry) => <Mono key={entry} text={entry} />)}
        </Fact>
        <Fact name={t('Attributes')}>
          {xattrs === null ? (
            <NotYours />
          ) : xattrs.length === 0 ? (
            t('none')
          ) : (
            xattrs.map(({ name, value }) => <Mono key={name} text={`${name} = ${value}`} />)
          )}
        </Fact>
      </Facts>
    </Stack>
  )
}

type PolicyProps = { policy: NonNullable<EntryDetails['storage_policy']>; path: string }

function Policy({ policy: { name, set_at }, path }: PolicyProps) {
  return (
    <>
      {name}{' '}
      <Text span size="xs" c="dimmed">
        {set_at === null ? (
          t('the default')
        ) : set_at === path ? (
          t('set here')
        ) : (
          <Trans
            message="from {textlink}"
            values={{
              textlink: (
                <TextLink to="/files" search={{ path: set_at }} underline="always">
                  <PathText path={set_at} wrap />
                </TextLink>
              ),
            }}
          />
        )}
      </Text>
    </>
  )
}

function Mono({ text }: { text: string }) {
  return (
    <Text component="div" ff="monospace" fz="xs">
      {text}
    </Text>
  )
}

function NotYours() {
  return (
    <Text span inherit c="dimmed">
      {t('you may not read it')}
    </Text>
  )
}
