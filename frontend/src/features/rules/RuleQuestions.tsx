import { Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { armRule, deleteRule, type Rule, ruleKeys } from '~/api/rules'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { notifyDone } from '~/ui/notify'
import { ErrorState } from '~/ui/States'
import { actionOf, scheduleOf } from './wording'

type QuestionProps = { rule: Rule | undefined; onClose: () => void }

/** The question before a rule acts by itself. */
export function ArmQuestion({ rule, onClose }: QuestionProps) {
  return (
    <Question
      rule={rule}
      title={t('Arm this rule?')}
      yes={t('Arm')}
      done={t('Rule armed')}
      act={({ id }) => armRule(id, true)}
      onClose={onClose}
    >
      {(asked) => (
        <Trans
          message="Each run of <b>{name}</b> ({when}) then does what its dry run found, in your name, without asking: {action}. What the last dry run found counts as usual; a run that would touch much more stops and disarms the rule."
          values={{ name: asked.name, when: scheduleOf(asked), action: actionOf(asked) }}
          parts={{ b: (text) => <b>{text}</b> }}
        />
      )}
    </Question>
  )
}

export function DeleteQuestion({ rule, onClose }: QuestionProps) {
  return (
    <Question
      rule={rule}
      title={t('Delete this rule?')}
      yes={t('Delete rule')}
      done={t('Rule deleted')}
      color="red"
      act={({ id }) => deleteRule(id)}
      onClose={onClose}
    >
      {(asked) => (
        <Trans
          message="<b>{name}</b> runs no more, and its reports go with it. Its jobs stay in the list of jobs."
          values={{ name: asked.name }}
          parts={{ b: (text) => <b>{text}</b> }}
        />
      )}
    </Question>
  )
}

type Asked = QuestionProps & {
  title: string
  yes: string
  done: string
  color?: string
  act: (rule: Rule) => Promise<unknown>
  children: (rule: Rule) => ReactNode
}

function Question({ rule, title, onClose, ...body }: Asked) {
  return (
    <Modal opened={rule !== undefined} onClose={onClose} title={<Text fw={620}>{title}</Text>}>
      {rule && <QuestionBody rule={rule} onClose={onClose} {...body} />}
    </Modal>
  )
}

type BodyProps = Omit<Asked, 'title' | 'rule'> & { rule: Rule }

function QuestionBody({ rule, yes, done, color, act, onClose, children }: BodyProps) {
  const queryClient = useQueryClient()
  const answer = useMutation({
    mutationFn: () => act(rule),
    onSuccess: () => {
      notifyDone(done, rule.name)
      onClose()
      void queryClient.invalidateQueries({ queryKey: ruleKeys.all })
    },
  })
  return (
    <Stack gap="md">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {children(rule)}
      </Text>
      {answer.isError && <ErrorState error={answer.error} />}
      <Group justify="flex-end" gap="xs">
        <ActionButton variant="default" data-autofocus onClick={onClose}>
          {t('Not now')}
        </ActionButton>
        <ActionButton
          {...(color !== undefined && { color })}
          loading={answer.isPending}
          onClick={() => answer.mutate()}
        >
          {yes}
        </ActionButton>
      </Group>
    </Stack>
  )
}
