import { ActionIcon, CopyButton as MantineCopyButton, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { t } from '~/i18n/t'

/** Copies a value, and says for a moment that it did. */
export function CopyButton({ value, what }: { value: string; what: string }) {
  return (
    <MantineCopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t('Copied') : t('Copy {what}', { what })}>
          <ActionIcon
            variant="subtle"
            color={copied ? 'moss' : 'gray'}
            size="sm"
            onClick={copy}
            aria-label={copied ? t('Copied {what}', { what }) : t('Copy {what}', { what })}
          >
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        </Tooltip>
      )}
    </MantineCopyButton>
  )
}
