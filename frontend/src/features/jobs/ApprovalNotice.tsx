import { Alert, Stack, Text } from '@mantine/core'
import { IconUserCheck, IconUserX } from '@tabler/icons-react'
import type { Approval } from '~/api/approvals'
import type { Job } from '~/api/jobs'
import { formatDateTime } from '~/format/time'
import { markedBy } from './wording'

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
            Asked for by the rule <b>{rule.name}</b>: {markedBy(rule)}.
          </Text>
        ))}
        {approval.state === 'waiting' && (
          <Text size="sm">
            {approval.approver === 'admin' ? 'An administrator' : 'Somebody who may approve it'} and
            is not {approval.not_by.join(' or ')} decides, until{' '}
            {formatDateTime(approval.expires_at)} UTC. Then it is over.
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
  waiting: { color: 'orange', title: () => 'A second person must approve this job' },
  approved: { color: 'moss', title: ({ decided_by }) => `Approved by ${decided_by}` },
  refused: { color: 'red', title: ({ decided_by }) => `Refused by ${decided_by}` },
  expired: { color: 'red', title: () => 'Nobody approved it in time' },
  withdrawn: { color: 'gray', title: ({ decided_by }) => `Cancelled by ${decided_by}` },
}
