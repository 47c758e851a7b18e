import { accountRoute } from './account'
import { auditRoute } from './audit'
import { blockReportsRoute } from './block-reports'
import { blocksRoute } from './blocks'
import { consoleRoute } from './console'
import { datanodesRoute } from './datanodes'
import { failoverRoute } from './failover'
import { filesRoute } from './files'
import { healthRoute } from './health'
import { heatRoute } from './heat'
import { jobRoute } from './job'
import { jobsRoute } from './jobs'
import { loginRoute } from './login'
import { overviewRoute } from './overview'
import { pipelineRoute } from './pipeline'
import { reportsRoute } from './reports'
import { rootRoute } from './root'
import { searchRoute } from './search'
import { sqlRoute } from './sql'
import { tokensRoute } from './tokens'
import { usersRoute } from './users'

export const routeTree = rootRoute.addChildren([
  loginRoute,
  consoleRoute.addChildren([
    overviewRoute,
    healthRoute,
    filesRoute,
    searchRoute,
    reportsRoute,
    sqlRoute,
    jobsRoute,
    jobRoute,
    datanodesRoute,
    blocksRoute,
    blockReportsRoute,
    heatRoute,
    failoverRoute,
    pipelineRoute,
    auditRoute,
    tokensRoute,
    usersRoute,
    accountRoute,
  ]),
])
