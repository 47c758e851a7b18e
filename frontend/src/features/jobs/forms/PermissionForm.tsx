import { Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatMode, isOctalMode } from '~/format/mode'
import { t } from '~/i18n/t'
import { MONO_INPUT } from '~/ui/mono'
import type { Draft, FormProps } from '../JobDialog'

export function PermissionForm({ path, onChange }: FormProps) {
  const [directories, setDirectories] = useState('')
  const [files, setFiles] = useState('')
  return (
    <Group grow align="flex-start">
      <ModeInput
        label={t('Directories')}
        placeholder="0755"
        value={directories}
        autoFocus
        onChange={(mode) => {
          setDirectories(mode)
          onChange(permissionDraft(path, mode, files))
        }}
      />
      <ModeInput
        label={t('Files')}
        placeholder="0644"
        value={files}
        onChange={(mode) => {
          setFiles(mode)
          onChange(permissionDraft(path, directories, mode))
        }}
      />
    </Group>
  )
}

type ModeInputProps = {
  label: string
  placeholder: string
  value: string
  autoFocus?: boolean
  onChange: (mode: string) => void
}

function ModeInput({ label, placeholder, value, autoFocus, onChange }: ModeInputProps) {
  return (
    <TextInput
      label={label}
      description={
        isMode(value)
          ? t('Becomes {mode}', { mode: formatMode(value) })
          : t('Octal; empty leaves them as they are')
      }
      placeholder={placeholder}
      value={value}
      data-autofocus={autoFocus || undefined}
      autoComplete="off"
      inputMode="numeric"
      error={
        value !== '' && !isMode(value) ? t('Three or four octal digits, up to 1777') : undefined
      }
      onChange={(event) => onChange(event.currentTarget.value.trim())}
      styles={MONO_INPUT}
    />
  )
}

/** HDFS has the sticky bit, but no setuid or setgid. */
function isMode(text: string): boolean {
  return isOctalMode(text) && Number.parseInt(text, 8) <= 0o1777
}

export function permissionDraft(path: string, directories: string, files: string): Draft {
  if (directories === '' && files === '')
    return { at: 'incomplete', why: t('Enter a mode for directories, for files or for both') }
  if ((directories !== '' && !isMode(directories)) || (files !== '' && !isMode(files)))
    return { at: 'incomplete', why: t('A mode has three or four octal digits, up to 1777') }
  return {
    at: 'ready',
    request: {
      kind: 'set_permission',
      path,
      parameters: {
        ...(directories && { directory_mode: directories }),
        ...(files && { file_mode: files }),
      },
    },
  }
}
