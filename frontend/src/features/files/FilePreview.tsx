import { Box, Paper, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Preview, previewQuery } from '~/api/namespace'
import { formatBytes } from '~/format/bytes'
import { t } from '~/i18n/t'
import { DataAge } from '~/ui/Age'
import { Section } from '~/ui/Section'
import { ErrorState } from '~/ui/States'
import classes from './FilePreview.module.css'
import { FileTable, isTable } from './FileTable'
import { hexLines } from './hex'

/** The first bytes of a file, for those who may read it in HDFS. */
export function FilePreview({ path }: { path: string }) {
  const preview = useQuery(previewQuery(path))
  const { data } = preview
  return (
    <>
      {data && isTable(data.hex) && <FileTable path={path} />}
      <Section
        title={t('First bytes')}
        aside={data && <DataAge time={data.as_of} refetching={preview.isFetching} />}
      >
        {preview.isError && !data && (
          <ErrorState error={preview.error} onRetry={() => preview.refetch()} />
        )}
        {preview.isPending && <Skeleton height={120} aria-busy="true" />}
        {data && <Bytes preview={data} />}
      </Section>
    </>
  )
}

function Bytes({ preview }: { preview: Preview }) {
  const { text, hex, length_bytes, size_bytes } = preview
  return (
    <Paper p="sm">
      <Box
        component="pre"
        className={classes.bytes}
        tabIndex={0}
        role="group"
        aria-label={t('First bytes of the file')}
      >
        {text ?? hexLines(hex ?? '')}
      </Box>
      <Text size="xs" c="dimmed" mt={6}>
        {length_bytes < size_bytes
          ? t('The first {length_bytes} of {size_bytes}', {
              length_bytes: formatBytes(length_bytes),
              size_bytes: formatBytes(size_bytes),
            })
          : t('The whole file')}
        {text === null && t(', as hexadecimal digits: it is no UTF-8 text')}
      </Text>
    </Paper>
  )
}
