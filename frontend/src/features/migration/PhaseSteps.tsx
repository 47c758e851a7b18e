import { Group, Paper, SimpleGrid, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Migration } from '~/api/migration'
import { formatCount, formatCountShort } from '~/format/count'
import { formatDuration } from '~/format/time'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { StatusDot, type Tone } from '~/ui/StatusDot'
import { TextLink } from '~/ui/TextLink'
import classes from './PhaseSteps.module.css'
import { takeOverStateOf, verdictName, verdictTone } from './wording'

/** One phase: what it came to, and what more is known of it. */
type Step = { tone: Tone; state: string; more?: ReactNode }

/** The phases in their order; as high while they are not known as they will be. */
export function PhaseSteps({ migration }: { migration: Migration | undefined }) {
  const steps = [
    { name: t('Import'), step: migration && importStep(migration) },
    { name: t('Copy'), step: migration && copyStep(migration) },
    { name: t('Rehearsal'), step: migration && rehearsalStep(migration) },
    { name: t('Take-over'), step: migration && takeOverStep(migration) },
  ]
  return (
    <SimpleGrid
      component="ol"
      cols={{ base: 1, xs: 2, lg: 4 }}
      spacing="sm"
      className={classes.steps}
      aria-label={t('Phases')}
    >
      {steps.map(({ name, step }, at) => (
        <Paper
          key={name}
          component="li"
          px="md"
          py="sm"
          className={classes.step}
          data-tone={step?.tone}
        >
          <Group gap={8} wrap="nowrap">
            <span className={classes.number} aria-hidden="true">
              {at + 1}
            </span>
            <Text size="sm" fw={620}>
              {name}
            </Text>
          </Group>
          <Text size="sm" component="div" mt={6}>
            {step ? (
              <StatusDot tone={step.tone}>{step.state}</StatusDot>
            ) : (
              <Skeleton height={12} width="60%" my={5} />
            )}
          </Text>
          <Text size="xs" c="dimmed" component="div" mih={36} style={{ overflowWrap: 'anywhere' }}>
            {step?.more}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  )
}

function importStep({ imported }: Migration): Step {
  if (!imported) return { tone: 'off', state: t('nothing is known of it') }
  const { inodes, inodes_per_s, at } = imported
  return {
    tone: 'good',
    state: t('{inodes, plural, one {# inode} other {# inodes}}', { inodes }),
    more: (
      <>
        <Age time={at} />
        {inodes_per_s !== null && (
          <> · {t('{rate} a second', { rate: formatCountShort(inodes_per_s) })}</>
        )}
      </>
    ),
  }
}

function copyStep({ following, following_unknown, stage }: Migration): Step {
  if (!following) {
    if (following_unknown !== null) {
      return { tone: 'off', state: t('no namenode tells'), more: following_unknown }
    }
    return stage === 'taken_over'
      ? { tone: 'good', state: t('ended by the take-over') }
      : { tone: 'off', state: t('follows nothing') }
  }
  const { applied_transaction, newest_transaction, job_id } = following
  return {
    ...copyState(following),
    more: (
      <>
        {t('transaction {applied_transaction} of {newest_transaction}', {
          applied_transaction: formatCount(applied_transaction),
          newest_transaction: formatCount(newest_transaction),
        })}
        {job_id !== null && (
          <>
            {' · '}
            <TextLink to="/jobs/$jobId" params={{ jobId: job_id }} underline="always">
              {t('its job')}
            </TextLink>
          </>
        )}
      </>
    ),
  }
}

function copyState(following: NonNullable<Migration['following']>): Step {
  const { paused, stopped_by, waiting_for, lag_ms } = following
  if (stopped_by !== null) return { tone: 'bad', state: t('stopped: {why}', { why: stopped_by }) }
  if (paused) return { tone: 'busy', state: t('paused') }
  if (waiting_for !== null) {
    return { tone: 'busy', state: t('waits for edits: {why}', { why: waiting_for }) }
  }
  return {
    tone: lag_ms === null ? 'busy' : 'good',
    state:
      lag_ms === null
        ? t('how far behind is not known yet')
        : t('{lag} behind', { lag: formatDuration(lag_ms) }),
  }
}

function rehearsalStep({ rehearsed }: Migration): Step {
  if (!rehearsed) {
    return {
      tone: 'off',
      state: t('not yet'),
      more: (
        <Trans
          message="<code>bin/warren migrate rehearse</code> compares the datanodes’ files"
          parts={{ code: (text) => <code>{text}</code> }}
        />
      ),
    }
  }
  const { verdict, at, transactions_since } = rehearsed
  return {
    tone: verdictTone(verdict),
    state: verdictName(verdict),
    more: (
      <Trans
        message="{age} · {since}"
        values={{
          age: <Age time={at} />,
          since:
            transactions_since === null
              ? t('of the copy as it was then')
              : t('{count, plural, one {# transaction} other {# transactions}} before now', {
                  count: transactions_since,
                }),
        }}
      />
    ),
  }
}

function takeOverStep(migration: Migration): Step {
  const { tone, state } = takeOverStateOf(migration)
  const readOnly = migration.take_over?.read_only_ms
  return {
    tone,
    state,
    more:
      readOnly !== null &&
      readOnly !== undefined &&
      t('Nobody could write for {duration}', { duration: formatDuration(readOnly) }),
  }
}
