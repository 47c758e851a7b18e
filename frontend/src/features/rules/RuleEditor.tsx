import { Group, Modal, NumberInput, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { explainError } from '~/api/problem'
import { createRule, type Rule, readRule, ruleKeys, updateRule } from '~/api/rules'
import { savedSearchesQuery, searchQuery } from '~/api/search'
import { kindLabel } from '~/features/jobs/wording'
import { plural } from '~/format/count'
import { ActionButton } from '~/ui/ActionButton'
import { typedOver, useEdited } from '~/ui/edited'
import { notifyDone } from '~/ui/notify'
import { SaveRefusal } from '~/ui/SaveRefusal'
import { checkForm, EVERY, formOf, RULE_KINDS, type RuleForm, requestOf } from './rule-form'
import { EVERY_LABELS, WEEKDAYS } from './wording'

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
      title={<Text fw={620}>{shown?.at === 'edit' ? 'Change rule' : 'New rule'}</Text>}
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
      notifyDone(shown.at === 'edit' ? 'Rule changed' : 'Rule made', rule.name)
      void queryClient.invalidateQueries({ queryKey: ruleKeys.all })
      onSaved(rule)
    },
  })
  const refused = save.isError ? explainError(save.error).fields : {}
  const { kind, every } = form.values
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="md">
        <SaveRefusal error={save.error} reset={save.reset} edited={edited} />
        <TextInput
          label="Name"
          placeholder="old logs"
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
          label="What is done to it"
          data={RULE_KINDS.map((value) => ({
            value,
            label: value === 'delete' ? 'Delete, to the trash' : kindLabel(value),
          }))}
          allowDeselect={false}
          {...form.getInputProps('kind')}
        />
        {kind === 'set_owner' && (
          <Group grow align="flex-start">
            <TextInput label="Owner" autoComplete="off" {...form.getInputProps('owner')} />
            <TextInput label="Group" autoComplete="off" {...form.getInputProps('group')} />
          </Group>
        )}
        {kind === 'set_permission' && (
          <Group grow align="flex-start">
            <TextInput
              label="Directories"
              placeholder="0755"
              {...form.getInputProps('directoryMode')}
            />
            <TextInput label="Files" placeholder="0644" {...form.getInputProps('fileMode')} />
          </Group>
        )}
        <Group grow align="flex-start">
          <Select
            label="Runs"
            data={EVERY.map((value) => ({ value, label: EVERY_LABELS[value] }))}
            allowDeselect={false}
            {...form.getInputProps('every')}
          />
          {every === 'week' && (
            <Select
              label="on"
              data={WEEKDAYS.map((label, day) => ({ value: String(day), label }))}
              allowDeselect={false}
              {...form.getInputProps('weekday')}
            />
          )}
          {every === 'month' && (
            <NumberInput
              label="on day"
              min={1}
              max={31}
              allowDecimal={false}
              {...form.getInputProps('day')}
            />
          )}
          {every !== 'hand' && (
            <NumberInput
              label="at hour (UTC)"
              min={0}
              max={23}
              allowDecimal={false}
              {...form.getInputProps('hour')}
            />
          )}
        </Group>
        <Group grow align="flex-start">
          <NumberInput
            label="Entries, at most"
            placeholder="any number"
            min={1}
            allowDecimal={false}
            thousandSeparator=","
            {...form.getInputProps('inodesMax')}
          />
          <NumberInput
            label="GiB, at most"
            placeholder="any size"
            min={0.001}
            decimalScale={3}
            thousandSeparator=","
            {...form.getInputProps('gibMax')}
          />
        </Group>
        {every !== 'hand' && (
          <Switch label="On" {...form.getInputProps('enabled', { type: 'checkbox' })} />
        )}
        <Text size="xs" c="dimmed">
          Runs are dry runs until you arm the rule. A change disarms it.
        </Text>
        <Group justify="flex-end" gap="xs">
          <ActionButton variant="default" onClick={onClose}>
            Cancel
          </ActionButton>
          <ActionButton type="submit" loading={save.isPending}>
            {shown.at === 'edit' ? 'Save' : 'Make rule'}
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
        label="Search"
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
          aria-label="Saved search"
          placeholder="Take the text of a saved search"
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
          ? `Finds ${found.data.total_is_exact ? '' : 'at least '}${plural(found.data.total, 'entry')} now.`
          : 'Counting…'}
    </Text>
  )
}
