import { IconFile, IconFolderFilled, IconLink } from '@tabler/icons-react'
import { perLanguage, t } from '~/i18n/t'

type Kind = 'file' | 'directory' | 'symlink'

const icons = perLanguage(
  () =>
    ({
      file: { Icon: IconFile, label: t('File'), color: 'var(--mantine-color-dimmed)' },
      directory: { Icon: IconFolderFilled, label: t('Directory'), color: 'var(--warren-folder)' },
      symlink: { Icon: IconLink, label: t('Symbolic link'), color: 'var(--mantine-color-dimmed)' },
    }) as const,
)

export function KindIcon({ kind, size = 16 }: { kind: Kind; size?: number }) {
  const { Icon, label, color } = icons()[kind]
  return <Icon size={size} color={color} role="img" aria-label={label} style={{ flex: 'none' }} />
}

export function kindLabel(kind: Kind): string {
  return icons()[kind].label
}
