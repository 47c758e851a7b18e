import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { mayEverywhere, meQuery } from '~/api/auth'
import { commandPipeline, type Pipeline, type PipelineCommand, pipelineKeys } from '~/api/pipeline'
import { perLanguage, t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { notifyDone, notifyError } from '~/ui/notify'
import { TextLink } from '~/ui/TextLink'
import { kindLabel } from '../jobs/wording'

const doneWords = perLanguage(
  (): Record<PipelineCommand, [title: string, message: string]> => ({
    pause: [t('Indexer paused'), t('Changes wait; search shows the state of now.')],
    resume: [t('Indexer resumed'), t('It catches up with what has waited.')],
    rebuild: [
      t('Rebuild begun'),
      t('Searches go on in the old index until the new one is complete.'),
    ],
    repair: [
      t('Comparison begun'),
      t('The whole index is compared with the namenodes, and repaired.'),
    ],
  }),
)

/** What administrators can do to the pipeline. */
export function PipelineCommands({ pipeline }: { pipeline: Pipeline }) {
  const queryClient = useQueryClient()
  const { data: me } = useSuspenseQuery(meQuery())
  const command = useMutation({
    mutationFn: commandPipeline,
    onSuccess: (_, asked) => {
      notifyDone(...doneWords()[asked])
      void queryClient.invalidateQueries({ queryKey: pipelineKeys.all })
    },
    onError: notifyError,
  })
  const [asking, question] = useDisclosure()
  const refusal = mayEverywhere(me, 'manage_pipeline')
    ? undefined
    : t('Only administrators may do this.')
  const button = (asked: PipelineCommand, label: string) => (
    <ActionButton
      variant="default"
      disabledReason={refusal}
      loading={command.isPending && command.variables === asked}
      onClick={() => (asked === 'rebuild' ? question.open() : command.mutate(asked))}
    >
      {label}
    </ActionButton>
  )
  return (
    <Group gap="xs">
      {pipeline.paused ? button('resume', t('Resume')) : button('pause', t('Pause'))}
      {button('repair', t('Compare and repair'))}
      {button('rebuild', t('Rebuild the index…'))}
      {pipeline.jobs.map((job) => (
        <TextLink key={job.id} to="/jobs/$jobId" params={{ jobId: job.id }}>
          {t('{kind} · job {id}', { kind: kindLabel(job.kind), id: job.id })}
        </TextLink>
      ))}
      <Modal
        opened={asking}
        onClose={question.close}
        title={<Text fw={620}>{t('Rebuild the index?')}</Text>}
      >
        <Stack gap="md">
          <Text size="sm">
            {t(
              'The whole namespace is read again, which loads the namenodes for as long as it takes. Searches go on in the old index until the new one is complete. To find and mend single faults, compare and repair instead.',
            )}
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" data-autofocus onClick={question.close}>
              {t('Leave it')}
            </Button>
            <Button
              onClick={() => {
                question.close()
                command.mutate('rebuild')
              }}
            >
              {t('Rebuild')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Group>
  )
}
