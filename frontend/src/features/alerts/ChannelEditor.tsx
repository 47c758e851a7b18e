import {
  Checkbox,
  Group,
  Modal,
  MultiSelect,
  type MultiSelectProps,
  NumberInput,
  SegmentedControl,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  ALERT_VERDICTS,
  type AlertChannel,
  alertKeys,
  createChannel,
  readChannel,
  updateChannel,
} from '~/api/alerts'
import { type HealthCheckKey, healthQuery } from '~/api/health'
import { explainError } from '~/api/problem'
import { served, t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { typedOver, useEdited } from '~/ui/edited'
import { notifyDone } from '~/ui/notify'
import { SaveRefusal } from '~/ui/SaveRefusal'
import { verdictNames } from '~/ui/serverWords'
import { type ChannelForm, checkForm, formOf, requestOf } from './channel-form'
import { SecretShown } from './NewSecret'

/** Which editor is open: of a new channel, or of one that exists. */
export type Shown = { at: 'create' } | { at: 'edit'; channel: AlertChannel }

type ChannelEditorProps = { shown: Shown | undefined; mail: boolean; onClose: () => void }

export function ChannelEditor({ shown, mail, onClose }: ChannelEditorProps) {
  return (
    <Modal
      opened={shown !== undefined}
      onClose={onClose}
      // A click beside the dialog must lose neither what was typed nor the secret.
      closeOnClickOutside={false}
      title={<Text fw={620}>{shown?.at === 'edit' ? t('Change channel') : t('New channel')}</Text>}
    >
      {shown && (
        <EditorBody
          key={shown.at === 'edit' ? shown.channel.id : 'create'}
          shown={shown}
          mail={mail}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}

function EditorBody({
  shown,
  mail,
  onClose,
}: { shown: Shown } & Omit<ChannelEditorProps, 'shown'>) {
  const queryClient = useQueryClient()
  const form = useForm<ChannelForm>({
    initialValues: formOf(shown.at === 'edit' ? shown.channel : undefined),
    validate: checkForm,
  })
  const edited = useEdited({
    opened: shown.at === 'edit' ? shown.channel : undefined,
    read: readChannel,
    queryKey: alertKeys.all,
    onLoad: (before, now) =>
      form.setValues(typedOver(form.getValues(), formOf(before), formOf(now))),
  })
  const save = useMutation({
    mutationFn: async (values: ChannelForm) => {
      const body = requestOf(values)
      if (!edited.base) return (await createChannel(body)).secret
      await updateChannel(edited.base, body)
      return null
    },
    onSuccess: (secret, { name }) => {
      void queryClient.invalidateQueries({ queryKey: alertKeys.all })
      if (secret !== null) return
      notifyDone(shown.at === 'edit' ? t('Channel changed') : t('Channel made'), name)
      onClose()
    },
  })
  if (save.data) return <SecretShown secret={save.data} onClose={onClose} />

  const refused = save.isError ? explainError(save.error).fields : {}
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="md">
        <SaveRefusal error={save.error} reset={save.reset} edited={edited} />
        <TextInput
          label={t('Name')}
          placeholder={t('on call')}
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
          error={form.errors.name ?? refused.name}
        />
        {shown.at === 'create' && (
          <SegmentedControl
            aria-label={t('Kind')}
            data={[
              { value: 'webhook', label: t('Webhook') },
              { value: 'email', label: t('E-mail'), disabled: !mail },
            ]}
            {...form.getInputProps('kind')}
          />
        )}
        {shown.at === 'create' && !mail && (
          <Text size="xs" c="dimmed">
            {t('For e-mail set WARREN_SMTP_ADDRESS.')}
          </Text>
        )}
        {form.values.kind === 'webhook' ? (
          <TextInput
            label={t('Address')}
            description={t('Messages are posted there, signed. No redirect is followed.')}
            placeholder="https://hooks.example.org/warren"
            maxLength={2000}
            {...form.getInputProps('url')}
            error={form.errors.url ?? refused.url}
          />
        ) : (
          <TagsInput
            label={t('Recipients')}
            description={t('Enter or a comma ends an address.')}
            maxTags={20}
            {...form.getInputProps('recipients')}
            error={form.errors.recipients ?? refused.recipients}
          />
        )}
        <Checkbox.Group
          label={t('What is told')}
          description={t('That a check is well again is told of what was told before.')}
          {...form.getInputProps('verdicts')}
          error={form.errors.verdicts ?? refused.verdicts}
        >
          <Group gap="md" mt={6}>
            {ALERT_VERDICTS.map((verdict) => (
              <Checkbox key={verdict} value={verdict} label={verdictNames()[verdict]} />
            ))}
          </Group>
        </Checkbox.Group>
        <ChecksField chosen={form.values.checks} {...form.getInputProps('checks')} />
        <Group gap="sm" grow align="flex-start">
          <TextInput
            type="time"
            label={t('Quiet from (UTC)')}
            {...form.getInputProps('quietFrom')}
            error={form.errors.quietFrom ?? refused.quiet_from}
          />
          <TextInput
            type="time"
            label={t('until (UTC)')}
            {...form.getInputProps('quietUntil')}
            error={form.errors.quietUntil ?? refused.quiet_until}
          />
        </Group>
        <NumberInput
          label={t('Messages an hour, at most')}
          description={t('What is more waits, and comes in one message.')}
          min={1}
          max={60}
          allowDecimal={false}
          {...form.getInputProps('perHour')}
          error={form.errors.perHour ?? refused.messages_per_hour_max}
        />
        <Switch
          label={t('On')}
          description={t('What changes while it is off is not told later.')}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
        <Group justify="flex-end" gap="xs">
          <ActionButton variant="default" onClick={onClose}>
            {t('Cancel')}
          </ActionButton>
          <ActionButton type="submit" loading={save.isPending}>
            {shown.at === 'edit' ? t('Save') : t('Make channel')}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}

type ChecksFieldProps = MultiSelectProps & { chosen: HealthCheckKey[] }

function ChecksField({ chosen, ...input }: ChecksFieldProps) {
  const health = useQuery(healthQuery())
  const known = new Map<string, string>(health.data?.items.map(({ key, title }) => [key, title]))
  // One that does not arise here now may still have been chosen.
  for (const key of chosen) if (!known.has(key)) known.set(key, key)
  return (
    <MultiSelect
      label={t('Checks')}
      placeholder={chosen.length === 0 ? t('All') : undefined}
      searchable
      clearable
      data={[...known].map(([value, label]) => ({ value, label: served(label) }))}
      {...input}
    />
  )
}
