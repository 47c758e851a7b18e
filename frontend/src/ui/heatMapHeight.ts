const ROW_PX = 14
const AROUND_PX = 76
const HEIGHT_MIN_PX = 180
const HEIGHT_MAX_PX = 620

/** How high a heat map is; apart from it, so that its room can be kept before its code is there. */
export function heatMapHeightPx(rows: number): number {
  return Math.min(HEIGHT_MAX_PX, Math.max(HEIGHT_MIN_PX, rows * ROW_PX + AROUND_PX))
}
