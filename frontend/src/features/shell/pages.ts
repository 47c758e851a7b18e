import {
  IconApi,
  IconArrowsExchange,
  IconArrowsSplit2,
  IconBell,
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
  IconTrash,
  IconUserCheck,
  IconUserCircle,
  IconUserSquareRounded,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import { type Me, mayEverywhere, type Permission } from '~/api/auth'

type PageLink = { to: string; label: string; hint: string; Icon: TablerIcon; needs?: Permission }
export type PageEntry = (typeof pages)[number]

/** The pages of the console, in the order of the navigation. */
const pages = [
  { to: '/', label: 'Overview', hint: 'Health, capacity and recent jobs', Icon: IconGauge },
  {
    to: '/health',
    label: 'Health',
    hint: 'What is wrong now, since when, and what to do',
    Icon: IconHeartbeat,
  },
  {
    to: '/alerts',
    label: 'Alerts',
    hint: 'Who is told when a check changes, and what arrived',
    Icon: IconBell,
  },
  { to: '/files', label: 'Files', hint: 'Browse the namespace', Icon: IconFolder },
  { to: '/search', label: 'Search', hint: 'Find files by name and attributes', Icon: IconSearch },
  {
    to: '/usage',
    label: 'Usage',
    hint: 'How much any directory holds, and what fills it',
    Icon: IconChartTreemap,
  },
  {
    to: '/quotas',
    label: 'Quotas',
    hint: 'How full each limit is, and when it will be met',
    Icon: IconRulerMeasure,
  },
  {
    to: '/owners',
    label: 'Owners',
    hint: 'What users and groups of the file system own, where, and how old',
    Icon: IconUserSquareRounded,
  },
  {
    to: '/trash',
    label: 'Trash',
    hint: 'What was deleted by whom, to be restored or deleted for good',
    Icon: IconTrash,
  },
  {
    to: '/reports',
    label: 'Reports',
    hint: 'Ready statements: small files, cold data, duplicates',
    Icon: IconChartBar,
  },
  { to: '/sql', label: 'SQL', hint: 'Ask the namespace anything', Icon: IconDatabaseSearch },
  {
    to: '/jobs',
    label: 'Jobs',
    hint: 'Quota, owner, permission and delete jobs',
    Icon: IconListCheck,
  },
  {
    to: '/approvals',
    label: 'Approvals',
    hint: 'Jobs that wait for a second person',
    Icon: IconUserCheck,
  },
  {
    to: '/rules',
    label: 'Rules',
    hint: 'What is done again and again to what a search finds',
    Icon: IconRepeat,
  },
  {
    to: '/guard',
    label: 'Guard',
    hint: 'Which jobs need a second person, and when none may begin',
    Icon: IconShieldCheck,
  },
  {
    to: '/datanodes',
    label: 'Datanodes',
    hint: 'Who keeps the blocks, and how full their disks are',
    Icon: IconServer,
  },
  {
    to: '/blocks',
    label: 'Blocks',
    hint: 'Missing, corrupt and under-replicated blocks, with their files',
    Icon: IconPuzzle,
  },
  {
    to: '/small-files',
    label: 'Small files',
    hint: 'How many have their bytes in the database, and the room for more',
    Icon: IconDatabaseImport,
  },
  {
    to: '/block-reports',
    label: 'Block reports',
    hint: 'How datanodes and namenodes agree on what is stored',
    Icon: IconFileReport,
  },
  {
    to: '/heat',
    label: 'Heat',
    hint: 'Who and what costs the namenodes most',
    Icon: IconFlame,
  },
  {
    to: '/shards',
    label: 'Hot shards',
    hint: 'How load is spread over the parts of the store',
    Icon: IconGrid4x4,
  },
  {
    to: '/limits',
    label: 'Limits',
    hint: 'Who may make only so many calls, and what that brought about',
    Icon: IconHandStop,
  },
  {
    to: '/spread',
    label: 'Spread',
    hint: 'Which directories’ children are in many shards, and what that brought about',
    Icon: IconArrowsSplit2,
  },
  {
    to: '/failover',
    label: 'Failover',
    hint: 'Namenodes, leader, evictions and subtree locks',
    Icon: IconArrowsExchange,
  },
  {
    to: '/pipeline',
    label: 'Pipeline',
    hint: 'From a change to the search index, with its proof',
    Icon: IconTimeline,
  },
  { to: '/audit', label: 'Audit', hint: 'Who changed what, and when', Icon: IconHistory },
  { to: '/reference', label: 'API', hint: 'Every call, to read and to try', Icon: IconApi },
  { to: '/tokens', label: 'Tokens', hint: 'Access for scripts and tools', Icon: IconKey },
  {
    to: '/users',
    label: 'Users',
    hint: 'Who may log in, and with which role',
    Icon: IconUsers,
    needs: 'manage_users',
  },
  {
    to: '/account',
    label: 'Account',
    hint: 'Your password, and where you are logged in',
    Icon: IconUserCircle,
  },
] as const satisfies readonly PageLink[]

/** Those that a user's role opens. */
export function pagesOf(me: Me): readonly PageEntry[] {
  return pages.filter((page) => !('needs' in page) || mayEverywhere(me, page.needs))
}
