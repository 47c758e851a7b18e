import {
  IconArrowsExchange,
  IconChartBar,
  IconDatabaseSearch,
  IconFolder,
  IconGauge,
  IconHistory,
  IconKey,
  IconListCheck,
  IconSearch,
  IconTimeline,
} from '@tabler/icons-react'

/** The pages of the console, in the order of the navigation. */
export const pages = [
  { to: '/', label: 'Overview', hint: 'Health, capacity and recent jobs', Icon: IconGauge },
  { to: '/files', label: 'Files', hint: 'Browse the namespace', Icon: IconFolder },
  { to: '/search', label: 'Search', hint: 'Find files by name and attributes', Icon: IconSearch },
  {
    to: '/reports',
    label: 'Reports',
    hint: 'Who fills the cluster, and with what',
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
  { to: '/tokens', label: 'Tokens', hint: 'Access for scripts and tools', Icon: IconKey },
] as const
