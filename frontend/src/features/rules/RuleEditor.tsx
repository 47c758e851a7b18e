import { Group, Modal, NumberInput, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { explainError } from '~/api/problem'
import { createRule, type Rule, readRule, ruleKeys, updateRule } from '~/api/rules'
import { savedSearchesQuery, searchQuery } from '~/api/search'
import { kindLabel } from '~/features/jobs/wording'
import { plural } from '~/format/count'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { typedOver, useEdited } from '~/ui/edited'
import { notifyDone } from '~/ui/notify'
import { SaveRefusal } from '~/ui/SaveRefusal'
import { RuleParameters } from './RuleParameters'
import { checkForm, EVERY, formOf, RULE_KINDS, type RuleForm, requestOf } from './rule-form'
import { everyLabels, weekdays } from './wording'

type Shown = { at: 'create'; q: string } | { at: 'edit'; rule: Rule }
type RuleEditorProps = {
  shown: Shown | undefined
  onClose: () => void
  onSaved: (rule: Rule) => void
}

const PREVIEW_WAIT_MS = 400

export function RuleEditor({ shown, onClose, onSaved }: RuleEditorProps) {
  return (
    <Modal
      opened={shown !== undefined}
      onClose={onClose}
      closeOnClickOutside={false}
      title={<Text fw={620}>{shown?.at === 'edit' ? t('Change rule') : t('New rule')}</Text>}
    >
      {shown && <EditorBody shown={shown} onClose={onClose} onSaved={onSaved} />}
    </Modal>
  )
}

function EditorBody({
  shown,
  onClose,
  onSaved,
}: { shown: Shown } & Omit<RuleEditorProps, 'shown'>) {
  const queryClient = useQueryClient()
  const form = useForm<RuleForm>({
    initialValues: shown.at === 'edit' ? formOf(shown.rule, '') : formOf(undefined, shown.q),
    validate: checkForm,
  })
  const edited = useEdited({
    opened: shown.at === 'edit' ? shown.rule : undefined,
    read: readRule,
    queryKey: ruleKeys.all,
    onLoad: (before, now) =>
      form.setValues(typedOver(form.getValues(), formOf(before, ''), formOf(now, ''))),
  })
  const save = useMutation({
    mutationFn: (values: RuleForm) =>
      edited.base ? updateRule(edited.base, requestOf(values)) : createRule(requestOf(values)),
    onSuccess: (rule) => {
      notifyDone(shown.at === 'edit' ? t('Rule changed') : t('Rule made'), rule.name)
      void queryClient.invalidateQueries({ queryKey: ruleKeys.all })
      onSaved(rule)
    },
  })
  const refused = save.isError ? explainError(save.error).fields : {}
  const { every } = form.values
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="md">
        <SaveRefusal error={save.error} reset={save.reset} edited={edited} />
        <TextInput
          label={t('Name')}
          placeholder={t('old logs')}
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
          error={form.errors.name ?? refused.name}
        />
        <SearchField
          q={form.values.q}
          error={form.errors.q ?? refused.q}
          onChange={(q) => form.setFieldValue('q', q)}
        />
        <Select
          label={t('What is done to it')}
          data={RULE_KINDS.map((value) => ({
            value,
            label: value === 'delete' ? t('Delete, to the trash') : kindLabel(value),
          }))}
          allowDeselect={false}
          {...form.getInputProps('kind')}
        />
        <RuleParameters form={form} />
        <Group grow align="flex-start">
          <Select
            label={t('Runs')}
            data={EVERY.map((value) => ({ value, label: everyLabels()[value] }))}
            allowDeselect={false}
            {...form.getInputProps('every')}
          />
          {every === 'week' && (
            <Select
              label={t('on')}
              data={weekdays().map((label, day) => ({ value: String(day), label }))}
              allowDeselect={false}
              {...form.getInputProps('weekday')}
            />
          )}
          {every === 'month' && (
            <NumberInput
              label={t('on day')}
              min={1}
              max={31}
              allowDecimal={false}
              {...form.getInputProps('day')}
            />
          )}
          {every !== 'hand' && (
            <NumberInput
              label={t('at hour (UTC)')}
              min={0}
              max={23}
              allowDecimal={false}
              {...form.getInputProps('hour')}
            />
          )}
        </Group>
        <Group grow align="flex-start">
          <NumberInput
            label={t('Entries, at most')}
            placeholder={t('any number')}
            min={1}
            allowDecimal={false}
            thousandSeparator=","
            {...form.getInputProps('inodesMax')}
          />
          <NumberInput
            label={t('GiB, at most')}
            placeholder={t('any size')}
            min={0.001}
            decimalScale={3}
            thousandSeparator=","
            {...form.getInputProps('gibMax')}
          />
        </Group>
        {every !== 'hand' && (
          <Switch label={t('On')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
        )}
        <Text size="xs" c="dimmed">
          {t('Runs are dry runs until you arm the rule. A change disarms it.')}
        </Text>
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

type SearchFieldProps = { q: string; error: React.ReactNode; onChange: (q: string) => void }

/** The text of a search, or that of a saved one, and how much it finds now. */
function SearchField({ q, error, onChange }: SearchFieldProps) {
  const saved = useQuery(savedSearchesQuery()).data?.items ?? []
  return (
    <Stack gap={6}>
      <TextInput
        label={t('Search')}
        placeholder="ext:log mtime:<now-1y"
        maxLength={2000}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={q}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {saved.length > 0 && (
        <Select
          aria-label={t('Saved search')}
          placeholder={t('Take the text of a saved search')}
          size="xs"
          data={saved.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={null}
          onChange={(id) => {
            const chosen = saved.find((each) => String(each.id) === id)
            if (chosen) onChange(chosen.q)
          }}
        />
      )}
      <Preview q={q.trim()} />
    </Stack>
  )
}

function Preview({ q }: { q: string }) {
  const [asked] = useDebouncedValue(q, PREVIEW_WAIT_MS)
  const found = useQuery({ ...searchQuery({ q: asked }, 1), enabled: asked !== '' })
  if (asked === '') return null
  return (
    <Text size="xs" c={found.isError ? 'red' : 'dimmed'} role="status">
      {found.isError
        ? explainError(found.error).title
        : found.data
          ? t('Finds {bound}{entries} now.', {
              bound: found.data.total_is_exact ? '' : t('at least '),
              entries: plural(found.data.total, 'entry'),
            })
          : t('Counting…')}
    </Text>
  )
}
