import { Code, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { checksumQuery } from '~/api/namespace'
import { t } from '~/i18n/t'
import { ActionButton } from '~/ui/ActionButton'
import { Age } from '~/ui/Age'
import { CopyButton } from '~/ui/CopyButton'
import { Section } from '~/ui/Section'
import { ErrorState } from '~/ui/States'

/** The checksum of a file, once it is asked for: datanodes have to read for it. */
export function FileChecksum({ path }: { path: string }) {
  const [asked, setAsked] = useState<string>()
  const checksum = useQuery({ ...checksumQuery(path), enabled: asked === path })
  return (
    <Section title={t('Checksum')}>
      {checksum.isError && <ErrorState error={checksum.error} onRetry={() => checksum.refetch()} />}
      {checksum.data ? (
        <>
          <Group gap="xs" wrap="nowrap">
            <Code style={{ overflowWrap: 'anywhere' }}>{checksum.data.checksum}</Code>
            <CopyButton value={checksum.data.checksum} what={t('checksum')} />
          </Group>
          <Text size="xs" c="dimmed" mt={6}>
            {t('{algorithm}, of the file as it was changed last', {
              algorithm: checksum.data.algorithm,
            })}{' '}
            <Age time={checksum.data.mtime} />
          </Text>
        </>
      ) : (
        !checksum.isError && (
          <ActionButton
            size="xs"
            variant="default"
            loading={checksum.isFetching}
            onClick={() => setAsked(path)}
          >
            {t('Ask the datanodes for it')}
          </ActionButton>
        )
      )}
    </Section>
  )
}
