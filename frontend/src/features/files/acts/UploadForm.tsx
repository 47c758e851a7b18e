import { Checkbox, FileInput, Group, Progress, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { uploadFile } from '~/api/files'
import { namespaceKeys } from '~/api/namespace'
import { formatBytes } from '~/format/bytes'
import { plural } from '~/format/count'
import { childOf, visibleName } from '~/format/path'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { notifyDone } from '~/ui/notify'
import { ErrorState } from '~/ui/States'

type Sending =
  | { at: 'choosing' }
  | { at: 'sending'; file: File; sentBytes: number }
  | { at: 'failed'; file: File; error: unknown }

type UploadFormProps = { directory: string; onClose: () => void }

/** Writes files from this computer into a directory, one after the other. */
export function UploadForm({ directory, onClose }: UploadFormProps) {
  const queryClient = useQueryClient()
  const [files, setFiles] = useState<File[]>([])
  const [overwrite, setOverwrite] = useState(false)
  const [sending, setSending] = useState<Sending>({ at: 'choosing' })
  const ending = useRef<AbortController>(null)
  // Whoever leaves ends it: nothing is seen of half a file.
  useEffect(() => () => ending.current?.abort(), [])

  const send = async () => {
    const controller = new AbortController()
    ending.current = controller
    const left = [...files]
    for (const file of files) {
      setSending({ at: 'sending', file, sentBytes: 0 })
      try {
        await uploadFile({
          path: childOf(directory, file.name),
          file,
          overwrite,
          signal: controller.signal,
          onProgress: (sentBytes) => setSending({ at: 'sending', file, sentBytes }),
        })
      } catch (error) {
        if (!controller.signal.aborted) setSending({ at: 'failed', file, error })
        return
      } finally {
        void queryClient.invalidateQueries({ queryKey: namespaceKeys.all })
      }
      // What is written is not sent again when a later one fails.
      left.shift()
      setFiles([...left])
    }
    notifyDone(t('Wrote {files}', { files: plural(files.length, 'file') }), visibleName(directory))
    onClose()
  }

  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {t('Into {path}, as your user of the file system. A file is seen when it is whole.', {
          path: visibleName(directory),
        })}
      </Text>
      <FileInput
        label={t('Files')}
        placeholder={t('Choose files')}
        multiple
        clearable
        disabled={sending.at === 'sending'}
        value={files}
        onChange={(chosen) => {
          setFiles(chosen)
          setSending({ at: 'choosing' })
        }}
      />
      <Checkbox
        label={t('Overwrite files that are there')}
        description={t('Their former contents are gone for good, unless a snapshot holds them.')}
        checked={overwrite}
        disabled={sending.at === 'sending'}
        onChange={(event) => setOverwrite(event.currentTarget.checked)}
      />
      {sending.at === 'sending' && <SentSoFar {...sending} />}
      {sending.at === 'failed' && (
        <Stack gap={6}>
          <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
            {t('{name} is not written', { name: visibleName(sending.file.name) })}
          </Text>
          <ErrorState error={sending.error} />
        </Stack>
      )}
      <Group justify="flex-end" gap="xs">
        <ActionButton variant="default" onClick={onClose}>
          {sending.at === 'sending' ? t('Stop') : t('Close')}
        </ActionButton>
        <ActionButton
          loading={sending.at === 'sending'}
          disabledReason={files.length === 0 ? t('Choose files first') : undefined}
          onClick={() => void send()}
        >
          {t('Upload')}
        </ActionButton>
      </Group>
    </Stack>
  )
}

function SentSoFar({ file, sentBytes }: { file: File; sentBytes: number }) {
  // What is sent has the request's head, too.
  const bytes = Math.min(sentBytes, file.size)
  const percent = file.size === 0 ? 100 : (bytes / file.size) * 100
  return (
    <div role="status">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {t('{name}: {sent} of {size}', {
          name: visibleName(file.name),
          sent: formatBytes(bytes),
          size: formatBytes(file.size),
        })}
      </Text>
      <Progress
        value={percent}
        mt={4}
        aria-label={t('Sent of {name}', { name: visibleName(file.name) })}
      />
    </div>
  )
}
