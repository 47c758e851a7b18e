import { ActionIcon, CopyButton as MantineCopyButton, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { visibleName } from '~/format/path'
import classes from './PathText.module.css'

/** A path or name in monospace, with control characters made visible. */
export function PathText({ path, wrap = false }: { path: string; wrap?: boolean }) {
  const text = visibleName(path)
  return (
    <span className={classes.path} data-wrap={wrap || undefined} title={wrap ? undefined : text}>
      {text}
    </span>
  )
}

export function CopyButton({ value, what }: { value: string; what: string }) {
  return (
    <MantineCopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : `Copy ${what}`}>
          <ActionIcon
            variant="subtle"
            color={copied ? 'moss' : 'gray'}
            size="sm"
            onClick={copy}
            aria-label={copied ? `Copied ${what}` : `Copy ${what}`}
          >
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        </Tooltip>
      )}
    </MantineCopyButton>
  )
}
