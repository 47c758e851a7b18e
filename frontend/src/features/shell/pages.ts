import {
  IconApi,
  IconArrowsExchange,
  IconArrowsSplit2,
  IconBell,
  IconCamera,
  IconChartBar,
  IconChartTreemap,
  IconDatabaseImport,
  IconDatabaseSearch,
  IconFileReport,
  IconFlame,
  IconFolder,
  IconGauge,
  IconGrid4x4,
  IconHandStop,
  IconHeartbeat,
  IconHistory,
  IconKey,
  IconListCheck,
  IconPuzzle,
  IconRepeat,
  IconRulerMeasure,
  IconSearch,
  IconServer,
  IconShieldCheck,
  IconTimeline,
  IconTransferIn,
  IconTrash,
  IconUserCheck,
  IconUserCircle,
  IconUserSquareRounded,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import { type Me, mayEverywhere, type Permission } from '~/api/auth'
import { perLanguage, t } from '~/i18n/t'

type PageLink = {
  to: string
  label: string
  hint: string
  Icon: TablerIcon
  needs?: Permission
  /** Only where something came from an HDFS. */
  ofMigrations?: true
}
export type PageEntry = ReturnType<typeof pages>[number]

/** The pages of the console, in the order of the navigation. */
const pages = perLanguage(
  () =>
    [
      {
        to: '/',
        label: t('Overview'),
        hint: t('Health, capacity and recent jobs'),
        Icon: IconGauge,
      },
      {
        to: '/health',
        label: t('Health'),
        hint: t('What is wrong now, since when, and what to do'),
        Icon: IconHeartbeat,
      },
      {
        to: '/alerts',
        label: t('Alerts'),
        hint: t('Who is told when a check changes, and what arrived'),
        Icon: IconBell,
      },
      { to: '/files', label: t('Files'), hint: t('Browse the namespace'), Icon: IconFolder },
      {
        to: '/search',
        label: t('Search'),
        hint: t('Find files by name and attributes'),
        Icon: IconSearch,
      },
      {
        to: '/usage',
        label: t('Usage'),
        hint: t('How much any directory holds, and what fills it'),
        Icon: IconChartTreemap,
      },
      {
        to: '/quotas',
        label: t('Quotas'),
        hint: t('How full each limit is, and when it will be met'),
        Icon: IconRulerMeasure,
      },
      {
        to: '/owners',
        label: t('Owners'),
        hint: t('What users and groups of the file system own, where, and how old'),
        Icon: IconUserSquareRounded,
      },
      {
        to: '/trash',
        label: t('Trash'),
        hint: t('What was deleted by whom, to be restored or deleted for good'),
        Icon: IconTrash,
      },
      {
        to: '/snapshots',
        label: t('Snapshots'),
        hint: t('Directories as they were, and what became different since'),
        Icon: IconCamera,
      },
      {
        to: '/reports',
        label: t('Reports'),
        hint: t('Ready statements: small files, cold data, duplicates'),
        Icon: IconChartBar,
      },
      { to: '/sql', label: 'SQL', hint: t('Ask the namespace anything'), Icon: IconDatabaseSearch },
      {
        to: '/jobs',
        label: t('Jobs'),
        hint: t('Quota, owner, permission and delete jobs'),
        Icon: IconListCheck,
      },
      {
        to: '/approvals',
        label: t('Approvals'),
        hint: t('Jobs that wait for a second person'),
        Icon: IconUserCheck,
      },
      {
        to: '/rules',
        label: t('Rules'),
        hint: t('What is done again and again to what a search finds'),
        Icon: IconRepeat,
      },
      {
        to: '/guard',
        label: t('Guard'),
        hint: t('Which jobs need a second person, and when none may begin'),
        Icon: IconShieldCheck,
      },
      {
        to: '/datanodes',
        label: t('Datanodes'),
        hint: t('Who keeps the blocks, and how full their disks are'),
        Icon: IconServer,
      },
      {
        to: '/blocks',
        label: t('Blocks'),
        hint: t('Missing, corrupt and under-replicated blocks, with their files'),
        Icon: IconPuzzle,
      },
      {
        to: '/small-files',
        label: t('Small files'),
        hint: t('How many have their bytes in the database, and the room for more'),
        Icon: IconDatabaseImport,
      },
      {
        to: '/block-reports',
        label: t('Block reports'),
        hint: t('How datanodes and namenodes agree on what is stored'),
        Icon: IconFileReport,
      },
      {
        to: '/heat',
        label: t('Heat'),
        hint: t('Who and what costs the namenodes most'),
        Icon: IconFlame,
      },
      {
        to: '/shards',
        label: t('Hot shards'),
        hint: t('How load is spread over the parts of the store'),
        Icon: IconGrid4x4,
      },
      {
        to: '/limits',
        label: t('Limits'),
        hint: t('Who may make only so many calls, and what that brought about'),
        Icon: IconHandStop,
      },
      {
        to: '/spread',
        label: t('Spread'),
        hint: t('Which directories’ children are in many shards, and what that brought about'),
        Icon: IconArrowsSplit2,
      },
      {
        to: '/failover',
        label: t('Failover'),
        hint: t('Namenodes, leader, evictions and subtree locks'),
        Icon: IconArrowsExchange,
      },
      {
        to: '/migration',
        label: t('Migration'),
        hint: t('From an HDFS to Warren: the copy, the rehearsal, the take-over'),
        Icon: IconTransferIn,
        needs: 'manage_namenodes',
        ofMigrations: true,
      },
      {
        to: '/pipeline',
        label: t('Pipeline'),
        hint: t('From a change to the search index, with its proof'),
        Icon: IconTimeline,
      },
      { to: '/audit', label: t('Audit'), hint: t('Who changed what, and when'), Icon: IconHistory },
      { to: '/reference', label: 'API', hint: t('Every call, to read and to try'), Icon: IconApi },
      { to: '/tokens', label: t('Tokens'), hint: t('Access for scripts and tools'), Icon: IconKey },
      {
        to: '/users',
        label: t('Users'),
        hint: t('Who may log in, and with which role'),
        Icon: IconUsers,
        needs: 'manage_users',
      },
      {
        to: '/account',
        label: t('Account'),
        hint: t('Your password, and where you are logged in'),
        Icon: IconUserCircle,
      },
    ] as const satisfies readonly PageLink[],
)

/** Those that a user's role opens. migrated: whether something came from an HDFS. */
export function pagesOf(me: Me, migrated: boolean): readonly PageEntry[] {
  return pages().filter(
    (page) =>
      (!('needs' in page) || mayEverywhere(me, page.needs)) &&
      (!('ofMigrations' in page) || migrated),
  )
}
