import type { BlockReport, StorageBlockReports } from '~/api/block-reports'
import { formatShare } from '~/format/count'
import { formatDateTime } from '~/format/time'
import { t } from '~/i18n/t'
import type { StackedSeries } from '~/ui/StackedChart'

/** More bars than this can't be told apart. */
const REPORTS_DRAWN_MAX = 40

export type Drawing = { labels: string[]; series: StackedSeries[] }

/** The newest reports, the oldest of them first, as a chart reads from left to right. */
function drawn(reports: BlockReport[]): BlockReport[] {
  return reports.slice(0, REPORTS_DRAWN_MAX).reverse()
}

function timeOf(report: BlockReport): string {
  return formatDateTime(report.started_at).slice(-8)
}

/** Buckets that matched and that did not, report by report. */
export function bucketDrawing(reports: BlockReport[]): Drawing {
  const shown = drawn(reports)
  return {
    labels: shown.map(timeOf),
    series: [
      { name: t('Matching'), values: shown.map((report) => report.buckets_matching) },
      { name: t('Mismatching'), values: shown.map((report) => report.buckets_mismatching) },
    ],
  }
}

/** What was sent, and what a stock full report would have taken more. */
export function byteDrawing(reports: BlockReport[]): Drawing {
  const shown = drawn(reports)
  return {
    labels: shown.map(timeOf),
    series: [
      { name: t('Sent'), values: shown.map((report) => report.bytes_received) },
      { name: t('Saved'), values: shown.map((report) => report.bytes_saved) },
    ],
  }
}

/** How a report's buckets compared, in words. */
export function describeBuckets(report: BlockReport): string {
  if (report.buckets === 0) return t('stock report')
  return t('{buckets_matching} match', {
    buckets_matching: formatShare(report.buckets_matching, report.buckets),
  })
}

/** Sums over the last reports of the storages on a page. */
export function lastTotals(storages: StorageBlockReports[]) {
  const totals = { sent: 0, saved: 0, matching: 0, buckets: 0, silent: 0 }
  for (const { last } of storages) {
    if (last === null) {
      totals.silent += 1
      continue
    }
    totals.sent += last.bytes_received
    totals.saved += last.bytes_saved
    totals.matching += last.buckets_matching
    totals.buckets += last.buckets
  }
  return totals
}
