import { Group, Modal, NumberInput, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  createGuardRule,
  type GuardRule,
  type GuardRuleWriteRequest,
  guardKeys,
  readGuardRule,
  updateGuardRule,
} from '~/api/guard'
import type { JobKind } from '~/api/jobs'
import { explainError } from '~/api/problem'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { typedOver, useEdited } from '~/ui/edited'
import { notifyDone } from '~/ui/notify'
import { SaveRefusal } from '~/ui/SaveRefusal'
import { checkPath, KindsField, PathField } from './KindsAndPath'

type Shown = { at: 'create' } | { at: 'edit'; rule: GuardRule }
type RuleEditorProps = { shown: Shown | undefined; onClose: () => void }

const GIB = 2 ** 30

/** What the editor holds. Numbers are empty for no bound; the size is in GiB. */
type RuleForm = {
  name: string
  enabled: boolean
  kinds: JobKind[]
  path: string
  inodes: number | string
  sizeGib: number | string
  approver: GuardRule['approver']
}

export function RuleEditor({ shown, onClose }: RuleEditorProps) {
  return (
    <Modal
      opened={shown !== undefined}
      onClose={onClose}
      closeOnClickOutside={false}
      title={<Text fw={620}>{shown?.at === 'edit' ? t('Change rule') : t('New rule')}</Text>}
    >
      {shown && <EditorBody shown={shown} onClose={onClose} />}
    </Modal>
  )
}

function EditorBody({ shown, onClose }: { shown: Shown; onClose: () => void }) {
  const queryClient = useQueryClient()
  const form = useForm<RuleForm>({
    initialValues: formOf(shown.at === 'edit' ? shown.rule : undefined),
    validate: { name: (name) => (name.trim() === '' ? t('Name it') : null), path: checkPath },
  })
  const edited = useEdited({
    opened: shown.at === 'edit' ? shown.rule : undefined,
    read: readGuardRule,
    queryKey: guardKeys.all,
    onLoad: (before, now) =>
      form.setValues(typedOver(form.getValues(), formOf(before), formOf(now))),
  })
  const save = useMutation({
    mutationFn: (values: RuleForm) =>
      edited.base
        ? updateGuardRule(edited.base, requestOf(values))
        : createGuardRule(requestOf(values)),
    onSuccess: ({ name }) => {
      notifyDone(shown.at === 'edit' ? t('Rule changed') : t('Rule made'), name)
      void queryClient.invalidateQueries({ queryKey: guardKeys.all })
      onClose()
    },
  })
  const refused = save.isError ? explainError(save.error).fields : {}
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="md">
        <SaveRefusal error={save.error} reset={save.reset} edited={edited} />
        <TextInput
          label={t('Name')}
          placeholder={t('deletes in finance')}
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
          error={form.errors.name ?? refused.name}
        />
        <KindsField chosen={form.values.kinds} {...form.getInputProps('kinds')} />
        <PathField
          {...form.getInputProps('path')}
          error={form.errors.path ?? refused.path_prefix}
        />
        <Group gap="sm" grow align="flex-start">
          <NumberInput
            label={t('Entries, or more')}
            placeholder={t('any number')}
            min={1}
            allowDecimal={false}
            thousandSeparator=","
            {...form.getInputProps('inodes')}
            error={refused.inodes_min}
          />
          <NumberInput
            label={t('GiB, or more')}
            placeholder={t('any size')}
            min={0.001}
            decimalScale={3}
            thousandSeparator=","
            {...form.getInputProps('sizeGib')}
            error={refused.size_bytes_min}
          />
        </Group>
        <Text size="xs" c="dimmed">
          {t(
            'One of the two bounds is enough. With a bound, jobs are refused that were not tried by a dry run: nobody knows their size.',
          )}
        </Text>
        <Select
          label={t('Who approves')}
          data={[
            { value: 'admin', label: t('Administrators') },
            { value: 'operator', label: t('Whoever may approve jobs') },
          ]}
          allowDeselect={false}
          {...form.getInputProps('approver')}
        />
        <Switch label={t('On')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
        <Group justify="flex-end" gap="xs">
          <ActionButton variant="default" onClick={onClose}>
            {t('Cancel')}
          </ActionButton>
          <ActionButton type="submit" loading={save.isPending}>
            {shown.at === 'edit' ? t('Save') : t('Make rule')}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}

function formOf(rule: GuardRule | undefined): RuleForm {
  const size = rule?.size_bytes_min ?? null
  return {
    name: rule?.name ?? '',
    enabled: rule?.enabled ?? true,
    kinds: rule?.kinds ?? [],
    path: rule?.path_prefix ?? '',
    inodes: rule?.inodes_min ?? '',
    sizeGib: size === null ? '' : size / GIB,
    approver: rule?.approver ?? 'admin',
  }
}

function requestOf(form: RuleForm): GuardRuleWriteRequest {
  return {
    name: form.name.trim(),
    enabled: form.enabled,
    kinds: form.kinds,
    path_prefix: form.path.trim() || null,
    inodes_min: form.inodes === '' ? null : Number(form.inodes),
    size_bytes_min: form.sizeGib === '' ? null : Math.round(Number(form.sizeGib) * GIB),
    approver: form.approver,
  }
}
