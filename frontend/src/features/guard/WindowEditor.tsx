import {
  Checkbox,
  Group,
  Modal,
  NumberInput,
  SegmentedControl,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createWindow, type FreezeWindow, guardKeys, readWindow, updateWindow } from '~/api/guard'
import { explainError } from '~/api/problem'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { typedOver, useEdited } from '~/ui/edited'
import { notifyDone } from '~/ui/notify'
import { SaveRefusal } from '~/ui/SaveRefusal'
import { KindsField, PathField } from './KindsAndPath'
import { checkForm, formOf, requestOf, type WindowForm, weekdays } from './window-form'

type Shown = { at: 'create' } | { at: 'edit'; window: FreezeWindow }
type WindowEditorProps = { shown: Shown | undefined; onClose: () => void }

export function WindowEditor({ shown, onClose }: WindowEditorProps) {
  return (
    <Modal
      opened={shown !== undefined}
      onClose={onClose}
      closeOnClickOutside={false}
      title={<Text fw={620}>{shown?.at === 'edit' ? t('Change window') : t('New window')}</Text>}
    >
      {shown && <EditorBody shown={shown} onClose={onClose} />}
    </Modal>
  )
}

function EditorBody({ shown, onClose }: { shown: Shown; onClose: () => void }) {
  const queryClient = useQueryClient()
  const form = useForm<WindowForm>({
    initialValues: formOf(shown.at === 'edit' ? shown.window : undefined),
    validate: checkForm,
  })
  const edited = useEdited({
    opened: shown.at === 'edit' ? shown.window : undefined,
    read: readWindow,
    queryKey: guardKeys.all,
    onLoad: (before, now) =>
      form.setValues(typedOver(form.getValues(), formOf(before), formOf(now))),
  })
  const save = useMutation({
    mutationFn: (values: WindowForm) =>
      edited.base ? updateWindow(edited.base, requestOf(values)) : createWindow(requestOf(values)),
    onSuccess: ({ name }) => {
      notifyDone(shown.at === 'edit' ? t('Window changed') : t('Window made'), name)
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
          placeholder={t('closing of the books')}
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
          error={form.errors.name ?? refused.name}
        />
        <SegmentedControl
          aria-label={t('Repeats')}
          data={[
            { value: 'once', label: t('Once') },
            { value: 'weekly', label: t('Weekly') },
          ]}
          {...form.getInputProps('repeats')}
        />
        {form.values.repeats === 'once' ? (
          <Group gap="sm" grow align="flex-start">
            <TextInput
              type="datetime-local"
              label={t('From (UTC)')}
              {...form.getInputProps('startsAt')}
            />
            <TextInput
              type="datetime-local"
              label={t('to (UTC)')}
              {...form.getInputProps('endsAt')}
              error={form.errors.endsAt ?? refused.ends_at}
            />
          </Group>
        ) : (
          <>
            <Checkbox.Group label={t('Begins on')} {...form.getInputProps('weekdays')}>
              <Group gap="sm" mt={6}>
                {weekdays().map((label, day) => (
                  <Checkbox key={label} value={String(day)} label={label} />
                ))}
              </Group>
            </Checkbox.Group>
            <Group gap="sm" grow align="flex-start">
              <TextInput type="time" label={t('at (UTC)')} {...form.getInputProps('start')} />
              <NumberInput
                label={t('for hours')}
                min={0.1}
                max={168}
                decimalScale={2}
                {...form.getInputProps('hours')}
              />
            </Group>
          </>
        )}
        <KindsField chosen={form.values.kinds} {...form.getInputProps('kinds')} />
        <PathField
          {...form.getInputProps('path')}
          error={form.errors.path ?? refused.path_prefix}
        />
        <Switch
          label={t('Running jobs stand still')}
          description={t('After the step under way; they go on by themselves at its end.')}
          {...form.getInputProps('holdsRunning', { type: 'checkbox' })}
        />
        <Group justify="flex-end" gap="xs">
          <ActionButton variant="default" onClick={onClose}>
            {t('Cancel')}
          </ActionButton>
          <ActionButton type="submit" loading={save.isPending}>
            {shown.at === 'edit' ? t('Save') : t('Make window')}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}
