import { account } from './account'
import { alerts } from './alerts'
import { approvals } from './approvals'
import { audit } from './audit'
import { blockReports } from './block-reports'
import { blocks } from './blocks'
import { datanodes } from './datanodes'
import { failover } from './failover'
import { files } from './files'
import { guard } from './guard'
import { health } from './health'
import { heat } from './heat'
import { jobs } from './jobs'
import { limits } from './limits'
import { login } from './login'
import { migration } from './migration'
import { overview } from './overview'
import { owners } from './owners'
import { pipeline } from './pipeline'
import { quotas } from './quotas'
import { reasons } from './reasons'
import { reference } from './reference'
import { reports } from './reports'
import { rules } from './rules'
import { search } from './search'
import { served } from './served'
import { sessions } from './sessions'
import { shards } from './shards'
import { shared } from './shared'
import { shell } from './shell'
import { smallFiles } from './small-files'
import { snapshots } from './snapshots'
import { spread } from './spread'
import { sql } from './sql'
import { tokens } from './tokens'
import { trash } from './trash'
import { usage } from './usage'
import { users } from './users'

/** What the console says in German, by the part of it that says so. */
export const catalogues: Record<string, string>[] = [
  account,
  alerts,
  approvals,
  audit,
  blockReports,
  blocks,
  datanodes,
  failover,
  files,
  guard,
  health,
  heat,
  jobs,
  limits,
  login,
  migration,
  overview,
  owners,
  pipeline,
  quotas,
  reference,
  reports,
  rules,
  search,
  sessions,
  shards,
  shared,
  shell,
  smallFiles,
  snapshots,
  spread,
  sql,
  tokens,
  trash,
  usage,
  users,
]

export const messages: Record<string, string> = Object.assign({}, ...catalogues, served, reasons)
export { reasons }
