import { Menu } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { SELECTED_KINDS } from '~/api/jobs'
import { useOperateRefusal } from '~/features/jobs/useOperateRefusal'
import { kindLabel } from '~/features/jobs/wording'
import type { SearchAddress } from '~/features/search/filter'
import { nameOf, parentOf } from '~/format/path'
import { t } from '~/i18n/t'
import { ActionMenuItem } from '~/ui/ActionButton'
import { RowMenu } from '~/ui/RowMenu'
import { isBelow, statementFor } from './statements'

type EntryMenuProps = { path: string; kind: 'file' | 'directory' | 'symlink' }

/** Where a file or a directory leads besides into itself. */
export function EntryMenu({ path, kind }: EntryMenuProps) {
  return (
    <RowMenu name={nameOf(path)}>
      <Menu.Item
        renderRoot={(props) => (
          <Link to="/files" search={{ path: parentOf(path), details: path }} {...props} />
        )}
      >
        {t('Details and jobs')}
      </Menu.Item>
      {kind === 'directory' && (
        <>
          <Menu.Item renderRoot={(props) => <Link to="/files" search={{ path }} {...props} />}>
            {t('Open in Files')}
          </Menu.Item>
          <FilesItems search={{ path, kind: 'file' }} statement={statementFor(isBelow(path))} />
        </>
      )}
    </RowMenu>
  )
}

type FilesMenuProps = FilesItemsProps & {
  /** Whose files they are, as the menu's button says. */
  name: string
}

/** Where a group of files leads. */
export function FilesMenu({ name, ...files }: FilesMenuProps) {
  return (
    <RowMenu name={name}>
      <FilesItems {...files} />
    </RowMenu>
  )
}

type FilesItemsProps = {
  /** The search that finds just these files; undefined where it has no words for them. */
  search: SearchAddress | undefined
  statement: string
}

function FilesItems({ search, statement }: FilesItemsProps) {
  return (
    <>
      {search && (
        <Menu.Item renderRoot={(props) => <Link to="/search" search={search} {...props} />}>
          {t('Search its files')}
        </Menu.Item>
      )}
      <Menu.Item renderRoot={(props) => <Link to="/sql" search={{ sql: statement }} {...props} />}>
        {t('Largest files in SQL')}
      </Menu.Item>
      {search && <JobItems search={search} />}
    </>
  )
}

/** The jobs that can be prepared for all that a search finds. */
function JobItems({ search }: { search: SearchAddress }) {
  const navigate = useNavigate()
  const refusal = useOperateRefusal()
  return (
    <>
      <Menu.Label>{t('For all its files')}</Menu.Label>
      {SELECTED_KINDS.map((kind) => (
        <ActionMenuItem
          key={kind}
          color={kind === 'delete' ? 'red' : undefined}
          disabledReason={refusal}
          onClick={() => navigate({ to: '/search', search: { ...search, job: kind } })}
        >
          {kindLabel(kind)}…
        </ActionMenuItem>
      ))}
    </>
  )
}
