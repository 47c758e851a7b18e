import { Group, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { explainError } from '~/api/problem'
import { t } from '~/i18n/t'
import { ActionButton } from './ActionButton'
import { ErrorState } from './States'

type ReasonFootProps = {
  /** The props of the form's field `reason`. */
  reason: GetInputPropsReturnType
  /** Why the change was refused; null while it was not. */
  refusal: Error | null
  isPending: boolean
  submitLabel: string
  onCancel: () => void
}

/** The end of a form that changes what serves: why, and the two ways out. */
export function ReasonFoot({ reason, refusal, isPending, submitLabel, onCancel }: ReasonFootProps) {
  const refused = refusal ? explainError(refusal).fields : {}
  return (
    <>
      {refusal && Object.keys(refused).length === 0 && <ErrorState error={refusal} />}
      <TextInput
        label={t('Why')}
        maxLength={200}
        data-autofocus
        {...reason}
        error={reason.error ?? refused.reason}
      />
      <Group justify="flex-end" gap="xs">
        <ActionButton variant="default" onClick={onCancel}>
          {t('Cancel')}
        </ActionButton>
        <ActionButton type="submit" loading={isPending}>
          {submitLabel}
        </ActionButton>
      </Group>
    </>
  )
}
