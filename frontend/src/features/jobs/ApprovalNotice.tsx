import { Alert, Stack, Text } from '@mantine/core'
import { IconUserCheck, IconUserX } from '@tabler/icons-react'
import type { Approval } from '~/api/approvals'
import type { Job } from '~/api/jobs'
import { formatDateTime } from '~/format/time'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { Despite } from './Despite'
import { markedBy } from './wording'

/** The number of what is no rule of somebody's. */
const BUILT_IN = 0

/** What a job's second person is asked, or said. */
export function ApprovalNotice({ job }: { job: Job }) {
  const { approval } = job
  if (!approval) return null
  const { color, title } = LOOKS[approval.state]
  const Icon =
    approval.state === 'refused' || approval.state === 'expired' ? IconUserX : IconUserCheck
  return (
    <Alert color={color} variant="light" icon={<Icon />} title={title(approval)}>
      <Stack gap={4}>
        {approval.reason && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {job.actor}: “{approval.reason}”
          </Text>
        )}
        {approval.rules.map((rule) => (
          <Text key={rule.id} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {rule.id === BUILT_IN ? (
              t('Warren always asks a second person for this.')
            ) : (
              <Trans
                message="Asked for by the rule <b>{name}</b>: {rule}."
                values={{ name: rule.name, rule: markedBy(rule) }}
                parts={{ b: (text) => <b>{text}</b> }}
              />
            )}
          </Text>
        ))}
        {approval.state === 'waiting' && <Despite job={job} />}
        {approval.state === 'waiting' && (
          <Text size="sm">
            {t('{who} and is not {not_by} decides, until {expires_at} UTC. Then it is over.', {
              who:
                approval.approver === 'admin'
                  ? t('An administrator')
                  : t('Somebody who may approve it'),
              not_by: approval.not_by.join(t(' or ')),
              expires_at: formatDateTime(approval.expires_at),
            })}
          </Text>
        )}
        {approval.comment && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {approval.decided_by}: “{approval.comment}”
          </Text>
        )}
      </Stack>
    </Alert>
  )
}

const LOOKS: Record<Approval['state'], { color: string; title: (approval: Approval) => string }> = {
  waiting: { color: 'orange', title: () => t('A second person must approve this job') },
  approved: {
    color: 'moss',
    title: ({ decided_by }) => t('Approved by {decided_by}', { decided_by: decided_by ?? '–' }),
  },
  refused: {
    color: 'red',
    title: ({ decided_by }) => t('Refused by {decided_by}', { decided_by: decided_by ?? '–' }),
  },
  expired: { color: 'red', title: () => t('Nobody approved it in time') },
  withdrawn: {
    color: 'gray',
    title: ({ decided_by }) => t('Cancelled by {decided_by}', { decided_by: decided_by ?? '–' }),
  },
}
