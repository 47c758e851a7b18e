import { Box, Group, Modal, Stack, Text } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type EntryJobRequest,
  type Job,
  type JobSelectionRequest,
  jobKeys,
  jobQuery,
  newIdempotencyKey,
  type StartedKind,
  startJob,
} from '~/api/jobs'
import { plural } from '~/format/count'
import { ROOT } from '~/format/path'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { PathText } from '~/ui/PathText'
import { QueryText } from '~/ui/QueryText'
import { ErrorState } from '~/ui/States'
import { AclForm } from './forms/AclForm'
import { DeleteForm } from './forms/DeleteForm'
import { ErasureCodingForm } from './forms/ErasureCodingForm'
import { MoveForm } from './forms/MoveForm'
import { OwnerForm } from './forms/OwnerForm'
import { PermissionForm } from './forms/PermissionForm'
import { QuotaForm } from './forms/QuotaForm'
import { ReplicationForm } from './forms/ReplicationForm'
import { RestoreForm } from './forms/RestoreForm'
import { StoragePolicyForm } from './forms/StoragePolicyForm'
import { XattrForm } from './forms/XattrForm'
import { ANY_PACE, PaceInputs, paceRefusal, rateOf } from './PaceInputs'
import { kindLabel } from './wording'

/** What a form makes of its fields: a request, or the reason why there is none yet. */
export type Draft = { at: 'ready'; request: EntryJobRequest } | { at: 'incomplete'; why: string }

/** What a job is about: the tree at a path, all that a search finds, certain inodes, or those that a
 * result of SQL names, or entries of trashes. */
export type JobTarget =
  | { at: 'path'; path: string }
  | { at: 'search'; q: string }
  | { at: 'saved'; id: number; name: string; q: string }
  | { at: 'sql'; id: number; rows: number }
  | { at: 'inodes'; ids: number[] }
  | { at: 'trashed'; ids: number[] }

export type FormProps = {
  path: string
  of: JobTarget['at']
  onChange: (draft: Draft) => void
}

const forms = {
  set_quota: QuotaForm,
  set_owner: OwnerForm,
  set_permission: PermissionForm,
  set_replication: ReplicationForm,
  set_storage_policy: StoragePolicyForm,
  set_erasure_coding: ErasureCodingForm,
  set_acl: AclForm,
  set_xattr: XattrForm,
  move: MoveForm,
  delete: DeleteForm,
  restore: RestoreForm,
} as const satisfies Record<StartedKind, (props: FormProps) => React.ReactNode>

/** Of others there is nothing to slow down: they are one step. */
function goesInSteps(kind: StartedKind, target: JobTarget): boolean {
  return kind !== 'set_quota' && (kind !== 'restore' || target.at !== 'path')
}

type JobDialogProps = { kind: StartedKind | undefined; target: JobTarget; onClose: () => void }

/** Prepares a job. It can only start a dry run: the change itself is confirmed on the job's page. */
export function JobDialog({ kind, target, onClose }: JobDialogProps) {
  return (
    <Modal
      opened={kind !== undefined}
      onClose={onClose}
      title={kind && <Text fw={620}>{kindLabel(kind)}</Text>}
      size="md"
    >
      {kind && (
        <JobDialogBody
          key={JSON.stringify([kind, target])}
          kind={kind}
          target={target}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}

function JobDialogBody({
  kind,
  target,
  onClose,
}: { kind: StartedKind } & Omit<JobDialogProps, 'kind'>) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState<Draft>({ at: 'incomplete', why: t('Fill in the form first') })
  const [pace, setPace] = useState(ANY_PACE)
  const [key, setKey] = useState(newIdempotencyKey)
  const start = useMutation({
    mutationFn: (request: EntryJobRequest) => startJob(request, key),
    onSuccess: (job) => {
      queryClient.setQueryData(jobQuery(job.id).queryKey, job)
      void queryClient.invalidateQueries({ queryKey: jobKeys.all })
    },
  })
  const follow = (job: Job) => void navigate({ to: '/jobs/$jobId', params: { jobId: job.id } })
  const Form = forms[kind]
  // Another request is another job: the key belongs to one request only.
  const begin = () => {
    setKey(newIdempotencyKey())
    start.reset()
  }
  const refusal = draft.at === 'incomplete' ? draft.why : paceRefusal(pace)

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (draft.at !== 'ready' || refusal !== undefined) return
        // Given to mutate, so that it is not called for someone who has moved on meanwhile.
        const { priority } = pace
        const asked = { priority, inodes_per_s_max: rateOf(pace), dry_run: true }
        start.mutate({ ...requestFor(draft.request, target), ...asked }, { onSuccess: follow })
      }}
    >
      <Stack gap="md">
        <About kind={kind} target={target} />
        <Form
          path={target.at === 'path' ? target.path : ROOT}
          of={target.at}
          onChange={(next) => {
            setDraft(next)
            begin()
          }}
        />
        {goesInSteps(kind, target) && (
          <PaceInputs
            pace={pace}
            onChange={(next) => {
              setPace(next)
              begin()
            }}
          />
        )}
        {start.isError && <ErrorState error={start.error} />}
        <Text size="xs" c="dimmed">
          {t(
            'The dry run changes nothing. It counts exactly what would change, and you confirm the change afterwards.',
          )}
        </Text>
        <Group justify="flex-end" gap="xs">
          <ActionButton variant="default" onClick={onClose}>
            {t('Close')}
          </ActionButton>
          <ActionButton
            type="submit"
            leftSection={<IconFlask size={14} />}
            loading={start.isPending}
            disabledReason={refusal}
          >
            {t('Start dry run')}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}

function About({ kind, target }: { kind: StartedKind; target: JobTarget }) {
  if (target.at === 'path')
    return (
      <Box>
        <Text size="xs" c="dimmed">
          {t('At and below')}
        </Text>
        <PathText path={target.path} wrap />
      </Box>
    )
  return (
    <Stack gap={4}>
      <Chosen target={target} />
      <Text size="xs" c="dimmed">
        {t('{reach} What changes before you confirm is left as it is, and listed.', {
          reach:
            kind === 'move' || kind === 'delete' || kind === 'restore'
              ? t('A directory takes along what is in it, chosen or not.')
              : t('Each of them, and nothing below them.'),
        })}
      </Text>
    </Stack>
  )
}

function Chosen({ target }: { target: Exclude<JobTarget, { at: 'path' }> }) {
  if (target.at === 'inodes')
    return (
      <Text size="sm">
        {t('{matches}, ticked one by one', { matches: plural(target.ids.length, 'match') })}
      </Text>
    )
  if (target.at === 'trashed')
    return (
      <Text size="sm">
        {t('{entries} in the trash, ticked one by one', {
          entries: plural(target.ids.length, 'entry'),
        })}
      </Text>
    )
  if (target.at === 'sql')
    return (
      <Text size="sm">
        {t('The entries that {rows} of query {id} name by their inode_id', {
          rows: plural(target.rows, 'row'),
          id: target.id,
        })}
      </Text>
    )
  return (
    <>
      <Text size="xs" c="dimmed">
        {t('All that {search} finds when the dry run begins', {
          search: target.at === 'saved' ? `“${target.name}”` : t('this search'),
        })}
      </Text>
      <QueryText>{target.q}</QueryText>
    </>
  )
}

/** The request of a form, about what the dialog is about. */
function requestFor(request: EntryJobRequest, target: JobTarget): EntryJobRequest {
  if (target.at === 'path' || request.kind === 'set_quota') return request
  const { path: _path, ...rest } = request
  return { ...rest, selection: selectionOf(target) }
}

function selectionOf(target: Exclude<JobTarget, { at: 'path' }>): JobSelectionRequest {
  switch (target.at) {
    case 'search':
      return { search: target.q }
    case 'saved':
      return { saved_search: target.id }
    case 'inodes':
    case 'trashed':
      return { inode_ids: target.ids }
    case 'sql':
      return { sql_query: target.id }
  }
}
