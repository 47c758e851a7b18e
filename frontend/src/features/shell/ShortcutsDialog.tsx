import { Group, Kbd, Modal, Stack, Text, Title } from '@mantine/core'
import { useOs } from '@mantine/hooks'

type ShortcutsDialogProps = { opened: boolean; onClose: () => void }

/** What the keyboard can do, by where it does it. */
export default function ShortcutsDialog({ opened, onClose }: ShortcutsDialogProps) {
  const os = useOs()
  const mod = os === 'macos' || os === 'ios' ? '⌘' : 'Ctrl'
  return (
    <Modal opened={opened} onClose={onClose} title={<Text fw={620}>Keyboard shortcuts</Text>}>
      <Stack gap="md">
        <Keys
          title="Everywhere"
          keys={[
            [[mod, 'K'], 'Go to a page, a path or a file; run a command'],
            [['?'], 'This list'],
            [['Esc'], 'Close what is open'],
          ]}
        />
        <Keys
          title="In lists"
          keys={[
            [['↓', 'j'], 'Next row'],
            [['↑', 'k'], 'Row before'],
            [['Home', 'End'], 'First and last row'],
            [['Enter'], 'Open the row'],
            [['Space'], 'Details of the row, in Files and Search'],
            [['Backspace'], 'One directory up, in Files'],
          ]}
        />
        <Keys title="In the SQL editor" keys={[[[mod, 'Enter'], 'Run the statement']]} />
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
