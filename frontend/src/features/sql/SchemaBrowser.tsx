import { Accordion, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type SqlEngine, type SqlTable, sqlTablesQuery } from '~/api/sql'
import { Trans } from '~/i18n/Trans'
import { t } from '~/i18n/t'
import { Age } from '~/ui/Age'
import { ErrorState } from '~/ui/States'

type SchemaBrowserProps = { engine: SqlEngine; onUse: (statement: string) => void }

/** The published tables; a click puts a first statement into the editor. */
export function SchemaBrowser({ engine, onUse }: SchemaBrowserProps) {
  const tables = useQuery(sqlTablesQuery(engine))
  if (tables.isError) return <ErrorState error={tables.error} onRetry={() => tables.refetch()} />
  return (
    <Paper>
      <Accordion multiple chevronPosition="left" role="group" aria-label={t('Tables')}>
        {(tables.data?.items ?? []).map((table) => (
          <TableItem key={table.name} table={table} onUse={onUse} />
        ))}
      </Accordion>
    </Paper>
  )
}

function TableItem({ table, onUse }: { table: SqlTable; onUse: (statement: string) => void }) {
  return (
    <Accordion.Item value={table.name}>
      <Accordion.Control>
        <Text ff="monospace" size="sm">
          {table.name}
        </Text>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="xs">
          <Text size="xs" c="dimmed">
            {table.description}
          </Text>
          {table.kept_by === 'sweep' && (
            <Text size="xs" c="dimmed" component="div">
              <Trans
                message="Read again and again; {read}."
                values={{
                  read: table.complete_as_of ? (
                    <Trans
                      message="complete as of {age}"
                      values={{ age: <Age time={table.complete_as_of} /> }}
                    />
                  ) : (
                    t('not read completely yet')
                  ),
                }}
              />
            </Text>
          )}
          <dl style={{ margin: 0 }}>
            {table.columns.map((column) => (
              <div key={column.name} style={{ marginBottom: 4 }}>
                <Group component="dt" gap={6} justify="space-between" wrap="nowrap">
                  <Text span ff="monospace" size="xs">
                    {column.name}
                  </Text>
                  <Text span size="xs" c="dimmed">
                    {column.type.toLowerCase()}
                  </Text>
                </Group>
                {column.description && (
                  <Text component="dd" size="xs" c="dimmed" m={0}>
                    {column.description}
                  </Text>
                )}
              </div>
            ))}
          </dl>
          <Button
            variant="default"
            size="compact-xs"
            onClick={() => onUse(`SELECT *\nFROM ${table.name}\nLIMIT 100`)}
            aria-label={t('Look into {name}', { name: table.name })}
          >
            {t('Look into it')}
          </Button>
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  )
}
