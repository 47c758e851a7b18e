import { accountRoute } from './account'
import { alertsRoute } from './alerts'
import { approvalsRoute } from './approvals'
import { auditRoute } from './audit'
import { blockReportsRoute } from './block-reports'
import { blocksRoute } from './blocks'
import { consoleRoute } from './console'
import { datanodesRoute } from './datanodes'
import { failoverRoute } from './failover'
import { filesRoute } from './files'
import { guardRoute } from './guard'
import { healthRoute } from './health'
import { heatRoute } from './heat'
import { jobRoute } from './job'
import { jobsRoute } from './jobs'
import { limitsRoute } from './limits'
import { loginRoute } from './login'
import { migrationRoute } from './migration'
import { overviewRoute } from './overview'
import { ownersRoute } from './owners'
import { pipelineRoute } from './pipeline'
import { quotasRoute } from './quotas'
import { referenceRoute } from './reference'
import { reportsRoute } from './reports'
import { rootRoute } from './root'
import { rulesRoute } from './rules'
import { searchRoute } from './search'
import { shardsRoute } from './shards'
import { smallFilesRoute } from './small-files'
import { snapshotsRoute } from './snapshots'
import { spreadRoute } from './spread'
import { sqlRoute } from './sql'
import { tokensRoute } from './tokens'
import { trashRoute } from './trash'
import { usageRoute } from './usage'
import { usersRoute } from './users'

export const routeTree = rootRoute.addChildren([
  loginRoute,
  consoleRoute.addChildren([
    overviewRoute,
    healthRoute,
    alertsRoute,
    filesRoute,
    searchRoute,
    usageRoute,
    quotasRoute,
    ownersRoute,
    trashRoute,
    snapshotsRoute,
    reportsRoute,
    sqlRoute,
    jobsRoute,
    jobRoute,
    approvalsRoute,
    rulesRoute,
    guardRoute,
    datanodesRoute,
    blocksRoute,
    smallFilesRoute,
    blockReportsRoute,
    heatRoute,
    limitsRoute,
    spreadRoute,
    shardsRoute,
    failoverRoute,
    migrationRoute,
    pipelineRoute,
    auditRoute,
    referenceRoute,
    tokensRoute,
    usersRoute,
    accountRoute,
  ]),
])
