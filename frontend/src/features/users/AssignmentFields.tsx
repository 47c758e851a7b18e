import { ActionIcon, Button, Group, Paper, Select, Stack, Textarea } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { rolesQuery } from '~/api/roles'
import { t } from '~/i18n/t'
import { MONO_INPUT } from '~/ui/mono'
import type { TypedAssignment } from './paths'

type PlaceProps = {
  role: string
  lines: string
  errors?: Record<string, string | undefined>
  onChange: (change: { role?: string; lines?: string }) => void
}

/** A role and where it holds. */
export function RoleAndPlace({ role, lines, errors = {}, onChange }: PlaceProps) {
  const roles = useQuery(rolesQuery())
  const names = (roles.data?.items ?? [])
    .map((each) => each.name)
    .filter((name) => name !== 'viewer' && name !== 'admin')
  const chosen = roles.data?.items.find((each) => each.name === role)
  return (
    <Stack gap="xs">
      <Select
        label={t('Role')}
        data={names}
        allowDeselect={false}
        value={role}
        onChange={(next) => next !== null && onChange({ role: next })}
        description={chosen?.description}
        error={errors.role}
      />
      <Textarea
        label={t('Only at and below')}
        description={t(
          'One path on each line; everywhere without any. What is about no path, such as SQL, is allowed only everywhere.',
        )}
        placeholder="/projects/alpha"
        autosize
        minRows={1}
        maxRows={6}
        spellCheck={false}
        value={lines}
        onChange={(event) => onChange({ lines: event.currentTarget.value })}
        error={errors.paths}
        styles={MONO_INPUT}
      />
    </Stack>
  )
}

type AssignmentFieldsProps = {
  value: TypedAssignment[]
  onChange: (value: TypedAssignment[]) => void
}

/** Several roles, each with where it holds. */
export function AssignmentFields({ value, onChange }: AssignmentFieldsProps) {
  const nextKey = Math.max(0, ...value.map((each) => each.key)) + 1
  return (
    <Stack gap="sm">
      {value.map((each) => (
        <Paper key={each.key} withBorder p="sm">
          <Group align="flex-start" wrap="nowrap" gap="xs">
            <div style={{ flex: 1, minWidth: 0 }}>
              <RoleAndPlace
                role={each.role}
                lines={each.lines}
                onChange={(change) =>
                  onChange(value.map((one) => (one === each ? { ...one, ...change } : one)))
                }
              />
            </div>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('Take the role {role}', { role: each.role })}
              onClick={() => onChange(value.filter((one) => one !== each))}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        </Paper>
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...value, { key: nextKey, role: 'operator', lines: '' }])}
        >
          {t('Add a role')}
        </Button>
      </Group>
    </Stack>
  )
}
