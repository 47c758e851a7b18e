import { SegmentedControl, Stack, Text } from '@mantine/core'
import { LANGUAGE_NAMES, useChosenLanguage } from '~/features/shell/useChosenLanguage'
import { t } from '~/i18n/t'
import { Section } from '~/ui/Section'

/** What the console speaks in this browser. */
export function ChooseLanguage() {
  const [language, setLanguage] = useChosenLanguage()
  return (
    <Section title={t('Language')}>
      <Stack gap="xs" align="flex-start">
        <SegmentedControl
          aria-label={t('Language')}
          value={language}
          onChange={setLanguage}
          data={LANGUAGE_NAMES.map(([value, label]) => ({ value, label }))}
        />
        <Text size="sm" c="dimmed">
          {t('This browser remembers it. Without a choice it is the first of the browser’s own.')}
        </Text>
      </Stack>
    </Section>
  )
}
