import { Group, Kbd, Modal, Stack, Text, Title } from '@mantine/core'
import { useOs } from '@mantine/hooks'
import { t } from '~/i18n/t'

type ShortcutsDialogProps = { opened: boolean; onClose: () => void }

/** What the keyboard can do, by where it does it. */
export default function ShortcutsDialog({ opened, onClose }: ShortcutsDialogProps) {
  const os = useOs()
  const mod = os === 'macos' || os === 'ios' ? '⌘' : t('Ctrl')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<Text fw={620}>{t('Keyboard shortcuts')}</Text>}
    >
      <Stack gap="md">
        <Keys
          title={t('Everywhere')}
          keys={[
            [[mod, 'K'], t('Go to a page, a path or a file; run a command')],
            [['?'], t('This list')],
            [[t('Esc')], t('Close what is open')],
          ]}
        />
        <Keys
          title={t('In lists')}
          keys={[
            [['↓', 'j'], t('Next row')],
            [['↑', 'k'], t('Row before')],
            [[t('Home'), t('End')], t('First and last row')],
            [[t('Enter')], t('Open the row')],
            [[t('Space')], t('Details of the row, in Files and Search')],
            [[t('Backspace')], t('One directory up, in Files')],
          ]}
        />
        <Keys title={t('In the SQL editor')} keys={[[[mod, t('Enter')], t('Run the statement')]]} />
      </Stack>
    </Modal>
  )
}

function Keys({ title, keys }: { title: string; keys: [names: string[], does: string][] }) {
  return (
    <Stack gap={6} component="section">
      <Title order={3}>{title}</Title>
      {keys.map(([names, does]) => (
        <Group key={does} justify="space-between" wrap="nowrap">
          <Text size="sm">{does}</Text>
          <Group gap={4} wrap="nowrap">
            {names.map((name) => (
              <Kbd key={name} size="xs">
                {name}
              </Kbd>
            ))}
          </Group>
        </Group>
      ))}
    </Stack>
  )
}
