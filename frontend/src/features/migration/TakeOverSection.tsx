import { Alert, Code, List, Text } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { meQuery, refusalAnywhere } from '~/api/auth'
import type { Migration, MigrationTakeOver } from '~/api/migration'
import { formatCount } from '~/format/count'
import { formatDateTime, formatDuration } from '~/format/time'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { Fact, Facts } from '~/ui/Facts'
import { Section } from '~/ui/Section'
import { TextLink } from '~/ui/TextLink'
import { objectionNames, takeOverPhaseNames } from '~/ui/takeOverWords'
import { AskDialog } from './AskDialog'
import { RequestPanel } from './RequestPanel'

/** Asking for the take-over, how far it is, and the way back. */
export function TakeOverSection({ migration }: { migration: Migration }) {
  const { stage, request, take_over, given_back } = migration
  const ahead = stage === 'imported' || stage === 'following'
  return (
    <Section
      title={t('Take-over')}
      aside={ahead && request === null && <Ask migration={migration} />}
    >
      {ahead && <Objections migration={migration} />}
      {request && <RequestPanel migration={migration} request={request} />}
      {take_over && <Steps takeOver={take_over} />}
      {take_over && stage === 'taken_over' && <WayBackNotice takeOver={take_over} />}
      {given_back && ahead && (
        <Text size="sm" c="dimmed">
          {t('An earlier take-over was undone, {time} UTC.', {
            time: formatDateTime(given_back.given_back_at),
          })}
        </Text>
      )}
    </Section>
  )
}

function Ask({ migration }: { migration: Migration }) {
  const { data: me } = useSuspenseQuery(meQuery())
  const [opened, setOpened] = useState(false)
  const stopped = migration.following?.stopped_by ? t('Following has stopped') : undefined
  return (
    <>
      <ActionButton
        size="xs"
        disabledReason={refusalAnywhere(me, 'manage_namenodes') ?? stopped}
        onClick={() => setOpened(true)}
      >
        {t('Ask for the take-over')}…
      </ActionButton>
      <AskDialog opened={opened} migration={migration} onClose={() => setOpened(false)} />
    </>
  )
}

function Objections({ migration: { objections } }: { migration: Migration }) {
  if (objections.length === 0) {
    return <Text size="sm">{t('Nothing speaks against it now.')}</Text>
  }
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<IconAlertTriangle />}
      title={t('Speaks against a take-over now')}
    >
      <List size="sm">
        {objections.map((each) => (
          <List.Item key={each}>{objectionNames()[each]}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

function Steps({ takeOver }: { takeOver: MigrationTakeOver }) {
  const { phase, begun_at, last_edit_at, fenced_at, ended_at, served_at } = takeOver
  const times = [
    { name: t('Last edit of the old NameNode'), at: last_edit_at },
    { name: t('Begun'), at: begun_at },
    { name: t('Old NameNode fenced'), at: fenced_at },
    { name: t('Following ended'), at: ended_at },
    { name: t('Warren serves'), at: served_at },
  ]
  return (
    <Facts>
      <Fact name={t('Step')}>{takeOverPhaseNames()[phase]}</Fact>
      {times.map(({ name, at }) => (
        <Fact key={name} name={name}>
          {at === null ? '–' : t('{time} UTC', { time: formatDateTime(at) })}
        </Fact>
      ))}
      <Fact name={t('Nobody could write for')}>
        {takeOver.read_only_ms === null ? '–' : formatDuration(takeOver.read_only_ms)}
      </Fact>
      <Fact name={t('Asked for and approved by')}>
        {takeOver.job_id === null ? (
          t('nobody: it was called at the host')
        ) : (
          <TextLink to="/jobs/$jobId" params={{ jobId: takeOver.job_id }}>
            {takeOver.asked_by}, {takeOver.approved_by}
          </TextLink>
        )}
      </Fact>
      <Fact name={t('Name directories')}>
        <span style={{ overflowWrap: 'anywhere' }}>{takeOver.name_dirs.join(', ')}</span>
      </Fact>
    </Facts>
  )
}

function WayBackNotice({ takeOver: { way_back, changes_since } }: { takeOver: MigrationTakeOver }) {
  return (
    <Alert
      color={way_back === 'open' ? 'moss' : 'gray'}
      variant="light"
      icon={<IconArrowBackUp />}
      title={
        way_back === 'open'
          ? t('The way back is open')
          : way_back === 'closed'
            ? t('The way back is closed')
            : t('Whether the way back is open, no namenode tells')
      }
    >
      <Text size="sm" component="div">
        {way_back === 'closed' ? (
          <Trans
            message="{count} changes were made since, which the old NameNode does not know. <code>bin/warren migrate export</code> makes a name directory of all there is."
            values={{ count: formatCount(changes_since ?? 0) }}
            parts={{ code: (text) => <Code>{text}</Code> }}
          />
        ) : (
          <Trans
            message="Nothing may have been written since, nor a time of access noted: <code>bin/warren migrate take-over --back</code> at the host then gives the file system back to the old NameNode."
            parts={{ code: (text) => <Code>{text}</Code> }}
          />
        )}
      </Text>
    </Alert>
  )
}
